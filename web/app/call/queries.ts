import { queryOptions } from '@tanstack/react-query'
import { getLesson, listLessons } from '#contract/calls/lessons'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { User } from '#contract/users'
import { toIso } from '#domain/cairo'
import { isTutorManager } from '#domain/roles'
import type { SessionKind } from '#domain/sessions/session-id'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { type LessonView, lessonViews } from '../lessons/shared/lesson-view.ts'
import { demoSession, interviewSession, lessonSession, type Session } from './session.ts'

async function ofLesson(id: number, me: User, signal: AbortSignal): Promise<Session | null> {
  return lessonSession(await request(getLesson, { params: { id } }, { signal }), me.id)
}

async function ofInterview(id: number, me: User, signal: AbortSignal): Promise<Session | null> {
  const { list } = await request(listInterviews, { query: { ids: [id], users: [me.id] } }, { signal })
  return list[0] ? interviewSession(list[0], me.id) : null
}

async function ofDemo(id: number, me: User, signal: AbortSignal): Promise<Session | null> {
  const mine = isTutorManager(me.role) ? { tutorManagerIds: [me.id] } : { tutorIds: [me.id] }
  const { list } = await request(listDemoSessions, { query: { ids: [id], ...mine } }, { signal })
  return list[0] ? demoSession(list[0], me.id) : null
}

const SOURCES = { lesson: ofLesson, interview: ofInterview, demo: ofDemo }

const ROOTS = { lesson: keys.lessons, interview: keys.interviewSession, demo: keys.demoSession }

/** The session of an address, null if the user has none there; refetched when its lesson or meeting changes. */
export const sessionQuery = (kind: SessionKind, id: number, me: User) =>
  queryOptions({
    queryKey: [...ROOTS[kind], 'session', id, me.id],
    queryFn: ({ signal }) => SOURCES[kind](id, me, signal),
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
