import { eq, sql } from 'drizzle-orm'
import type { lessonAttendance } from '#contract/lesson-decisions'
import { callMinutes } from '#db/schema/call-minutes'
import { lessons } from '#db/schema/lessons'
import { mediaEvents } from '#db/schema/media-events'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { grantOf } from '#domain/permissions'
import { RETENTION } from '#domain/retention'
import { attendedDuring } from '#domain/sessions/attendance'
import { countCall, isPoorCall } from '#domain/sessions/call-quality'
import { differencesOf, type MediaReport, mediaPresenceOf, sourcesOf } from '#domain/sessions/witnesses'
import type { Env } from '../env.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { allPresencesOf, eventsOf } from './attendance-store.ts'
import { readAsManagerStatement } from './candidates.ts'
import { decisionStatement, decisionsOf, memberStatement, memberViews } from './store.ts'

/** Whether the media server has reported a lesson that began at `start`, or could have. */
function mediaReportOf(env: Env, reported: number, start: Instant, now: Instant): MediaReport {
  if (reported > 0) return 'reported'
  return env.LIVEKIT_URL && start > now - RETENTION.mediaEvents ? 'silent' : 'none'
}

/**
 * The recorded presence of both members of a lesson, beside what the media server has reported of them, how good their call was,
 * and the decisions about it (docs/rules/lessons.md 8.4, 8.5, 12.4).
 * @throws DomainError `lesson-not-found`, `forbidden` for a tutor manager who does not read the lesson (docs/rules/lessons.md 5.1).
 */
export const attendance = reading(
  ({ caller, params: { id }, db }: ReadRequest<typeof lessonAttendance>) => [
    db.select().from(lessons).where(eq(lessons.id, id)),
    memberStatement(db, id),
    eventsOf(db, sql`SELECT ${lessons.sessionId} FROM ${lessons} WHERE ${lessons.id} = ${id}`),
    db.select().from(mediaEvents).where(eq(mediaEvents.lessonId, id)),
    db.select().from(callMinutes).where(eq(callMinutes.lessonId, id)).orderBy(callMinutes.userId, callMinutes.minute),
    decisionStatement(db, id),
    readAsManagerStatement(db, caller, id),
  ],
  async (ctx, [[lesson], members, events, reported, measured, decisions, asManager]) => {
    if (!lesson) throw new DomainError('lesson-not-found')
    const { actor, env, now } = ctx
    if (grantOf('lesson.attendance', actor.role) !== 'any' && asManager.length === 0) throw new DomainError('forbidden')
    const presences = await allPresencesOf(ctx, events, [lesson])
    const range = rangeOf(lesson)
    const mediaReport = mediaReportOf(env, reported.length, lesson.start, now)
    return {
      members: memberViews(members, now).map(({ userId, name, image, role }) => {
        const times = presences(lesson.sessionId, userId)
        const inMedia = mediaPresenceOf(reported, userId)
        const seen = { room: times, media: inMedia }
        const minutesOf = (of: typeof times) => Math.round(attendedDuring(of, range, now) / minutes(1))
        return {
          id: userId,
          name,
          image,
          role,
          times,
          minutes: minutesOf(times),
          media: { times: inMedia, minutes: minutesOf(inMedia), sources: sourcesOf(reported, userId) },
          differences:
            mediaReport === 'reported'
              ? differencesOf(seen, { start: range.start, end: Math.min(range.end, now) })
              : [],
          call: measured
            .filter((one) => one.userId === userId)
            .map(({ lessonId: _lessonId, userId: _userId, ...minute }) => minute),
        }
      }),
      mediaReport,
      isPoorCall: isPoorCall(countCall(measured)),
      decisions: decisionsOf(decisions),
    }
  },
)
