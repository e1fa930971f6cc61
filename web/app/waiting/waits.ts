import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { declineOffer, listWaits, stopWaiting, waitForTutor } from '#contract/calls/waiting'
import { waiting } from '#messages/waiting'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'

/** The tutors for whom a student waits, and what is offered to the student. */
export const waitsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.waiting, userId],
    queryFn: ({ signal }) => request(listWaits, { query: { userId } }, { signal }),
  })

/** Joins the waiting list of a tutor, for all times or for evenings alone, or leaves it with null. */
export function useWait(tutorId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { isEvening: boolean } | null) =>
      wanted
        ? request(waitForTutor, { params: { id: tutorId }, body: wanted })
        : request(stopWaiting, { params: { id: tutorId } }),
    onSuccess: (_answer, wanted) => {
      toast.success(messagesOf(waiting)(wanted ? 'joined' : 'left'), { id: 'waiting' })
    },
    onError: (error) => {
      toast.error(messagesOf(waiting)('failed'), { id: 'waiting', description: errorText(error) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.waiting }),
  })
}

/** Declines what is offered of a tutor's time, which goes to the next one (docs/rules/lessons.md 14.9). */
export function useDecline(tutorId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (start: string) => request(declineOffer, { params: { id: tutorId }, body: { start } }),
    onSuccess: () => {
      toast.success(messagesOf(waiting)('declined'), { id: 'waiting' })
    },
    onError: (error) => {
      toast.error(messagesOf(waiting)('notDeclined'), { id: 'waiting', description: errorText(error) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.waiting }),
  })
}
