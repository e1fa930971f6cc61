import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelLesson as cancelCall } from '#contract/calls/lessons'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import type { LessonView } from './shared/lesson-view.ts'

type Cancelling = { lesson: LessonView; name: string; returnedMinutes: number; isStudent: boolean }

/** The queries that a cancellation changes: lessons, the tutor's free time, the minutes of the week, statistics. */
const TOUCHED = [keys.lessons, keys.slots, keys.subscription, keys.stats, keys.tutors]

/** Cancels a lesson, confirms it with a toast and refetches every list that shows it. */
export function useCancelLesson() {
  const t = useMessages(lessons)
  const format = useFormat()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ lesson }: Cancelling) => request(cancelCall, { params: { id: lesson.id } }),
    onSuccess: (_, { name, returnedMinutes, isStudent }) => {
      const minutes = format.duration(returnedMinutes)
      const hasRefund = isStudent && returnedMinutes > 0
      toast.success(t('cancel.done', { name }), hasRefund ? { description: t('cancel.doneRefund', { minutes }) } : {})
    },
    onError: (error) => toast.error(t('cancel.failed'), { description: errorText(error), id: 'cancel-lesson' }),
    onSettled: () => {
      for (const queryKey of TOUCHED) void queryClient.invalidateQueries({ queryKey })
    },
  })
}
