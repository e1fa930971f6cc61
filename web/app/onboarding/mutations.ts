import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bookDemoSession, bookInterview } from '#contract/calls/meetings'
import { toIso } from '#domain/cairo'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { type Meeting, updateMeeting } from '../../shared/meetings/meeting.ts'
import { toast } from '../../ui/toasts.ts'
import type { Offer } from './offers.ts'
import { refreshOnboarding } from './onboarding-queries.ts'

/** Refusals that are about one manager's slot: another manager may be free at the same time. */
const ABOUT_THE_SLOT = [
  'slot-not-found',
  'busy-tutor-manager',
  'inactive-tutor-manager',
  'bad-request',
  'user-not-found',
]

/** Whether a time that was shown as free cannot be booked any more. */
export const isTimeGone = (error: unknown): boolean => ABOUT_THE_SLOT.includes(codeOf(error))

const bookCall = { interview: bookInterview, demo: bookDemoSession }

/**
 * Books the time with the first of its managers who is still free. Repeating after a lost answer does not book twice,
 * because a second pending meeting is refused.
 * @throws ApiError the refusal of the last manager.
 */
async function book(kind: MeetingKind, { start, slotIds }: Offer): Promise<void> {
  for (const [index, slotId] of slotIds.entries()) {
    try {
      await request(bookCall[kind], { body: { slotId, start: toIso(start) } })
      return
    } catch (error) {
      if (!isTimeGone(error) || index === slotIds.length - 1) throw error
    }
  }
}

/** Books a time; in any case the steps and the times are read again before the mutation ends. */
export function useBookMeeting(kind: MeetingKind) {
  const t = useMessages(onboarding)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (offer: Offer) => book(kind, offer),
    onSuccess: () => void toast.success(t(`meeting.${kind}.booked`), { id: 'onboarding' }),
    onSettled: () => refreshOnboarding(queryClient),
  })
}

/** Cancels before the start. */
export function useCancelMeeting() {
  const t = useMessages(onboarding)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (meeting: Meeting) =>
      updateMeeting(meeting, { status: MeetingStatus.CanceledByTutor }, { version: meeting.updatedAt }),
    onSuccess: () => void toast.success(t('cancel.done'), { id: 'onboarding' }),
    onError: (error) => toast.error(t('cancel.failed'), { description: errorText(error), id: 'onboarding' }),
    onSettled: () => refreshOnboarding(queryClient),
  })
}
