import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  answerStandingTime,
  askForStandingTime,
  endStandingTime,
  listStandingTimes,
} from '#contract/calls/standing-times'
import type { LessonDuration } from '#domain/lessons/durations'
import { standing } from '#messages/standing'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'

/** The standing times of a student or a tutor, with their coming weeks. */
export const standingQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.standing, userId],
    queryFn: ({ signal }) => request(listStandingTimes, { query: { userId } }, { signal }),
  })

const TOAST = 'standing'

const fail = (error: Error) => toast.error(messagesOf(standing)('failed'), { id: TOAST, description: errorText(error) })

export type WeeklyRequest = { tutorId: number; weekday: number; minute: number; duration: LessonDuration }

/** Asks a tutor for a weekly time. */
export function useAsk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: WeeklyRequest) => request(askForStandingTime, { body }),
    onSuccess: () => {
      const t = messagesOf(standing)
      toast.success(t('ask.sent'), { id: TOAST, description: t('ask.sentText') })
    },
    onError: fail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.standing }),
  })
}

/** Accepts or declines a request, as its tutor. */
export function useAnswer(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (accepts: boolean) => request(answerStandingTime, { params: { id }, body: { accepts } }),
    onSuccess: (_answer, accepts) => {
      toast.success(messagesOf(standing)(accepts ? 'accepted' : 'declined'), { id: TOAST })
    },
    onError: fail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.standing }),
  })
}

/** Ends a standing time, or withdraws its request. */
export function useEnd(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request(endStandingTime, { params: { id } }),
    onSuccess: () => {
      toast.success(messagesOf(standing)('ended'), { id: TOAST })
    },
    onError: fail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.standing }),
  })
}
