import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { figureCursors } from '#db/schema/student-risks'
import { type Instant, minutes } from '#domain/cairo'

/** Until when a nightly job has read what changed, by what it computes. */
type CursorName = 'student-risks' | 'tutor-quality' | 'call-quality'

/** What was written a moment before the last night may not have been visible to it. */
const OVERLAP = minutes(10)

/** From when on what changed has not been read; `first` on the first night. */
export async function readCursor(db: Db, name: CursorName, first: Instant): Promise<Instant> {
  const [cursor] = await db.select().from(figureCursors).where(eq(figureCursors.name, name))
  return (cursor?.at ?? first) - OVERLAP
}

/** To be called last: a night that was cut off is repeated. */
export const moveCursor = (db: Db, name: CursorName, now: Instant) =>
  db
    .insert(figureCursors)
    .values({ name, at: now })
    .onConflictDoUpdate({ target: figureCursors.name, set: { at: now } })
