import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { getLesson } from '#contract/calls/lessons'
import type { LessonWithMembers } from '#contract/lessons'
import type { ServerFrame } from '#contract/live/user'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { acquireSocket } from '../../../platform/user-socket.ts'
import { patchTutor } from '../../tutors/shared/tutor-cache.ts'
import { watchForMissed } from '../missed-events.ts'

/** Another person's change of a lesson of this account, with the current lesson if it could be fetched. */
export type LessonNotification = { kind: 'booked' | 'rebooked' | 'canceled'; lesson: LessonWithMembers | null }

const LESSON_ROOTS = [keys.lessons, keys.slots, keys.subscription, keys.stats, keys.withdrawals] as const
/** What the onboarding's screens show: a step, the media of the profile, the times that are left. */
const ONBOARDING_ROOTS = [
  ...[keys.onboarding, keys.introVideos, keys.profile, keys.currentUser, keys.slots],
  keys.meetingSession,
] as const
const LIVE_ROOTS = [
  ...LESSON_ROOTS,
  ...ONBOARDING_ROOTS,
  keys.tutors,
  keys.orders,
  keys.waiting,
  keys.standing,
] as const

const refetch = (queryClient: QueryClient, roots: readonly (readonly string[])[]) => {
  for (const queryKey of roots) void queryClient.invalidateQueries({ queryKey })
}

const NOTIFICATION_KINDS = { LessonBooked: 'booked', LessonRebooked: 'rebooked', LessonCanceled: 'canceled' } as const
type LessonFrame = Extract<ServerFrame, { event: keyof typeof NOTIFICATION_KINDS }>
const isLessonFrame = (frame: ServerFrame): frame is LessonFrame => frame.event in NOTIFICATION_KINDS

/** Null for the user's own change, in this tab or another. Students and staff book and move lessons; either side may cancel. */
async function notificationOf({ event, payload }: LessonFrame, myId: number): Promise<LessonNotification | null> {
  const iTeach = payload.tutor === myId
  if (event !== 'LessonCanceled' && !iTeach && !payload.isByStaff) return null
  const found = await request(getLesson, { params: { id: payload.lesson } }).catch(() => null)
  if (event === 'LessonCanceled' && (found === null || found.lesson.canceledBy === myId)) return null
  return { kind: NOTIFICATION_KINDS[event], lesson: found }
}

/** Brings the query cache up to date after an event. */
function apply(queryClient: QueryClient, frame: ServerFrame): void {
  if (isLessonFrame(frame)) refetch(queryClient, LESSON_ROOTS)
  else if (frame.event === 'TutorUpdated') {
    patchTutor(queryClient, frame.payload)
    // A tutor's own card arrives when staff list them.
    refetch(queryClient, ONBOARDING_ROOTS)
  } else if (frame.event === 'TransactionStatusUpdate') refetch(queryClient, [keys.subscription, keys.orders])
  else if (frame.event === 'WaitingListUpdated') refetch(queryClient, [keys.waiting])
  else if (frame.event === 'StandingTimesUpdated') refetch(queryClient, [keys.standing, keys.slots])
  else if (frame.event === 'InvoiceUpdated') refetch(queryClient, [keys.withdrawals])
  else if (frame.event === 'OnboardingUpdated') refetch(queryClient, ONBOARDING_ROOTS)
}

/** Applies the user's events to the query cache while mounted, so that components need not listen to the socket. */
export function useLiveEvents(userId: number, onNotification: (notification: LessonNotification) => void): void {
  const queryClient = useQueryClient()
  const handle = useEffectEvent((frame: ServerFrame) => {
    apply(queryClient, frame)
    if (!isLessonFrame(frame)) return
    void notificationOf(frame, userId).then((notification) => notification && onNotification(notification))
  })
  useEffect(() => {
    const missed = watchForMissed(() => refetch(queryClient, LIVE_ROOTS))
    const onEvent = (frame: ServerFrame) => {
      missed.onEvent(frame)
      handle(frame)
    }
    const release = acquireSocket(userId, { onEvent, onOpen: missed.onOpen })
    return () => {
      missed.stop()
      release()
    }
  }, [queryClient, userId])
}
