import { queryOptions } from '@tanstack/react-query'
import { getLesson, listLessons } from '#contract/calls/lessons'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { User } from '#contract/users'
import { toIso } from '#domain/cairo'
import type { MeetingKind } from '#domain/meetings/statuses'
import { isTutorManager } from '#domain/roles'
import type { SessionKind } from '#domain/sessions/session-id'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { meetingOf } from '../../shared/meetings/meeting.ts'
import { type LessonView, lessonViews } from '../lessons/shared/lesson-view.ts'
import { lessonSession, meetingSession, type Session } from './session.ts'

async function ofLesson(id: number, me: User, signal: AbortSignal): Promise<Session | null> {
  return lessonSession(await request(getLesson, { params: { id } }, { signal }), me.id)
}

async function ofMeeting(kind: MeetingKind, id: number, me: User, signal: AbortSignal): Promise<Session | null> {
  // A demo session is listed only to the one of its people whom the query names.
  const ofMe = isTutorManager(me.role) ? { tutorManagerIds: [me.id] } : { tutorIds: [me.id] }
  const { list } =
    kind === 'interview'
      ? await request(listInterviews, { query: { ids: [id], users: [me.id] } }, { signal })
      : await request(listDemoSessions, { query: { ids: [id], ...ofMe } }, { signal })
  return list[0] ? meetingSession(meetingOf(list[0]), me.id) : null
}

/** The session of an address, null if the user has none there; refetched when its lesson or meeting changes. */
export const sessionQuery = (kind: SessionKind, id: number, me: User) =>
  queryOptions({
    queryKey: [...(kind === 'lesson' ? keys.lessons : keys.meetingSession), 'session', kind, id, me.id],
    queryFn: ({ signal }) => (kind === 'lesson' ? ofLesson(id, me, signal) : ofMeeting(kind, id, me, signal)),
  })

/** The lesson that comes after this one; null where none is booked. */
export const followingLessonQuery = (userId: number, after: Session) =>
  queryOptions({
    queryKey: [...keys.lessons, 'following', userId, after.id],
    queryFn: async ({ signal }): Promise<LessonView | null> => {
      const query = { users: [userId], canceled: false, after: toIso(now()), direction: 'asc' as const, size: 2 }
      const { list } = await request(listLessons, { query }, { signal })
      return lessonViews(list, userId).find(({ id }) => after.kind !== 'lesson' || id !== after.id) ?? null
    },
  })
