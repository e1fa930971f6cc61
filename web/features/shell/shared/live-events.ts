import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { getLesson, type LessonWithMembers } from '#contract/lessons'
import type { ServerFrame } from '#contract/live/user'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { acquireSocket } from '../../../platform/user-socket.ts'
import { patchTutor } from '../../tutors/shared/tutor-cache.ts'

/** Something that another person did to a lesson of ours; the lesson as it is now, if it could be fetched. */
export type LessonNews = { kind: 'booked' | 'rebooked' | 'canceled'; lesson: LessonWithMembers | null }

const LESSON_ROOTS = [keys.lessons, keys.slots, keys.subscription, keys.stats, keys.withdrawals] as const
const LIVE_ROOTS = [...LESSON_ROOTS, keys.tutors, keys.payments] as const

const refetch = (queryClient: QueryClient, roots: readonly (readonly string[])[]) => {
  for (const queryKey of roots) void queryClient.invalidateQueries({ queryKey })
}

const NEWS = { LessonBooked: 'booked', LessonRebooked: 'rebooked', LessonCanceled: 'canceled' } as const
type LessonFrame = Extract<ServerFrame, { event: keyof typeof NEWS }>
const isOfLesson = (frame: ServerFrame): frame is LessonFrame => frame.event in NEWS

/** Only students book and change; either side may cancel. Null when it was oneself, in this tab or another. */
async function newsOf({ event, payload }: LessonFrame, myId: number): Promise<LessonNews | null> {
  const iTeach = payload.tutor === myId
  if (event !== 'LessonCanceled' && !iTeach) return null
  const found = await request(getLesson, { params: { id: payload.lesson } }).catch(() => null)
  if (event === 'LessonCanceled' && (found === null || found.lesson.canceledBy === myId)) return null
  return { kind: NEWS[event], lesson: found }
}

/** What a server event means for what is shown. */
function apply(queryClient: QueryClient, frame: ServerFrame): void {
  if (isOfLesson(frame)) refetch(queryClient, LESSON_ROOTS)
  else if (frame.event === 'TutorUpdated') patchTutor(queryClient, frame.payload)
  else if (frame.event === 'TransactionStatusUpdate') refetch(queryClient, [keys.subscription, keys.payments])
  else if (frame.event === 'InvoiceUpdated') refetch(queryClient, [keys.withdrawals])
}

/** The one place where the person's live events become what the screens show; components do not know of it. */
export function useLive(userId: number, onNews: (news: LessonNews) => void): void {
  const queryClient = useQueryClient()
  const onEvent = useEffectEvent((frame: ServerFrame) => {
    apply(queryClient, frame)
    if (!isOfLesson(frame)) return
    void newsOf(frame, userId).then((news) => news && onNews(news))
  })
  useEffect(() => {
    const onOpen = (afterGap: boolean) => {
      if (afterGap) refetch(queryClient, LIVE_ROOTS)
    }
    return acquireSocket(userId, { onEvent, onOpen })
  }, [queryClient, userId])
}
