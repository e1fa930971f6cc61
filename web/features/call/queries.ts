import { queryOptions } from '@tanstack/react-query'
import { listDemoSessions } from '#contract/demo-sessions'
import { listInterviews } from '#contract/interviews'
import { getLesson, listLessons } from '#contract/lessons'
import { getSession } from '#contract/sessions'
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

/** The session of an address, null where there is none for this person. A lesson's is refetched when lessons change. */
export const sessionQuery = (kind: SessionKind, id: number, me: User) =>
  queryOptions({
    queryKey: [...(kind === 'lesson' ? keys.lessons : [kind]), 'session', id, me.id],
    queryFn: ({ signal }) => SOURCES[kind](id, me, signal),
  })

/** The members who are inside now, with their names. */
export const membersQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId],
    queryFn: ({ signal }) => request(getSession, { params: { id: sessionId } }, { signal }),
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
