import { eq } from 'drizzle-orm'
import type { summarizeLesson } from '#contract/lessons'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { lessonSummaries } from '#db/schema/lesson-notes'
import { DomainError, refuse } from '#domain/errors'
import { whyNotSummarize } from '#domain/lessons/notes'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { assertVersion, nextVersion, rowVersionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { lessonStatement, lessonWithMembers } from './store.ts'

const whereLesson = (lessonId: number) => eq(lessonSummaries.lessonId, lessonId)
const summaryStatement = (db: Db, lessonId: number) => db.select().from(lessonSummaries).where(whereLesson(lessonId))

/**
 * The tutor writes what a lesson was about, or removes it with an empty text (docs/rules/lessons.md 9.1).
 * @throws DomainError `lesson-not-found`, `forbidden` for anybody but the lesson's tutor, `illegal` before its start and
 * for a cancelled one, `version-conflict`.
 */
export const summarize = reading(
  ({ params, db }: ReadRequest<typeof summarizeLesson>) => [
    lessonStatement(db, params.id),
    summaryStatement(db, params.id),
  ],
  async (ctx: ActContext<typeof summarizeLesson>, [lesson, [stored]]) => {
    const { actor, db, params, body, now } = ctx
    const found = lessonWithMembers(lesson)
    if (!found) throw new DomainError('lesson-not-found')
    refuse(whyNotSummarize(found.lesson, { isTutor: found.memberIds.includes(actor.id) }, now))
    const where = whereLesson(params.id)
    if (stored) assertVersion(ctx, stored)
    const before = [
      rowVersionStatement(ctx, lessonSummaries, where),
      ...auditStatements(ctx, {
        act: 'lesson.summarize',
        kind: 'lesson',
        id: params.id,
        before: { summary: stored?.text ?? null },
        after: { summary: body.text || null },
      }),
    ]
    if (body.text === '') {
      if (stored) await batchReturning(db, before, db.delete(lessonSummaries).where(where).returning())
      return null
    }
    const saved = db
      .insert(lessonSummaries)
      .values({ lessonId: params.id, text: body.text, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: lessonSummaries.lessonId,
        set: { text: body.text, updatedAt: nextVersion(lessonSummaries, now) },
      })
      .returning()
    const [summary] = await batchReturning(db, before, saved)
    if (!summary) throw new Error('The summary was not returned')
    return { text: summary.text, updatedAt: summary.updatedAt }
  },
)
