import { eq } from 'drizzle-orm'
import type { getStudentBrief } from '#contract/student-notes'
import { students } from '#db/schema/students'
import { topics, userTopics } from '#db/schema/topics'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isMinor } from '#domain/students/guardians'
import { type ReadRequest, reading } from '../http/bind.ts'
import { topicView } from '../topics/store.ts'
import { lessonsBefore, notesOf, sharedLesson } from './note-store.ts'

/**
 * What a tutor needs before a lesson with a student (docs/rules/lessons.md 9.2).
 * @throws DomainError `student-not-found` for a student with whom the tutor has no past or upcoming lesson.
 */
export const brief = reading(
  ({ caller, db, params: { id }, query, now }: ReadRequest<typeof getStudentBrief>) => {
    const pair = { tutorId: caller.id, studentId: id }
    return [
      sharedLesson(db, pair),
      db.select().from(students).where(eq(students.id, id)),
      db.select({ birthYear: users.birthYear }).from(users).where(eq(users.id, id)),
      db
        .select({ topic: topics })
        .from(userTopics)
        .innerJoin(topics, eq(topics.id, userTopics.topicId))
        .where(eq(userTopics.userId, id))
        .orderBy(topics.position, topics.id),
      lessonsBefore(db, pair, Math.min(query.before ?? now, now)),
      notesOf(db, pair),
    ] as const
  },
  async ({ params: { id }, now }, [[shared], [profile], [account], chosen, earlier, [notes]]) => {
    if (!shared) throw new DomainError('student-not-found')
    const [last] = earlier
    const summary = last &&
      last.text !== null &&
      last.writtenAt !== null && { text: last.text, updatedAt: last.writtenAt }
    return {
      id,
      isMinor: isMinor(account?.birthYear ?? null, now),
      goals: {
        jobTitle: profile?.jobTitle ?? null,
        englishLevel: profile?.englishLevel ?? null,
        learningObjective: profile?.learningObjective ?? null,
        topics: chosen.map(({ topic }) => {
          const { id: topicId, name } = topicView(topic)
          return { id: topicId, name }
        }),
      },
      lessonCount: earlier.length,
      lastLesson: last ? { id: last.id, start: last.start, duration: last.duration, summary: summary || null } : null,
      notes: notes ? { text: notes.text, updatedAt: notes.updatedAt } : null,
    }
  },
)
