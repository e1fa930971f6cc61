import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { interviews } from '#db/schema/interviews'

export type InterviewRow = typeof interviews.$inferSelect

/** A tutor's latest interview; null before the first. */
export async function latestOf(db: Db, tutorId: number): Promise<InterviewRow | null> {
  const [latest] = await db
    .select()
    .from(interviews)
    .where(eq(interviews.intervieweeId, tutorId))
    .orderBy(desc(interviews.createdAt), desc(interviews.id))
    .limit(1)
  return latest ?? null
}
