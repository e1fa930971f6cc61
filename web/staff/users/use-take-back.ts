import { useQueryClient } from '@tanstack/react-query'
import { takeMinutesBack } from '#contract/calls/students'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { toast } from '../../ui/toasts.ts'
import { personKey } from './shared/person-query.ts'

/** Takes given minutes back, as long as none of them is spent (docs/rules/minutes.md 4.6). */
export function useTakeBack(studentId: number) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const queryClient = useQueryClient()
  return async (entryId: number): Promise<void> => {
    try {
      const { remainingWeeklyMinutes } = await request(takeMinutesBack, { params: { id: studentId, entryId } })
      toast.success(t('minutes.takenBack', { left: format.duration(remainingWeeklyMinutes) }), { id: 'person' })
    } catch (error) {
      toast.error(t('minutes.takeBackFailed'), { id: 'person', description: errorText(error) })
    } finally {
      await queryClient.invalidateQueries({ queryKey: personKey(studentId) })
    }
  }
}
