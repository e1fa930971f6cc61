import { useQueryClient } from '@tanstack/react-query'
import { disputeLesson } from '#contract/lesson-decisions'
import { MAX_REPORT_DESCRIPTION } from '#domain/inbox/report'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import type { LessonView } from './shared/lesson-view.ts'

const FORM = 'dispute-lesson'

/** Disputes the outcome of a lesson. */
export function DisputeLessonDialog({ lesson, onClose }: { lesson: LessonView; onClose: () => void }) {
  const t = useMessages(lessons)
  const format = useFormat()
  const client = useQueryClient()
  const form = useForm({
    schema: disputeLesson.body,
    defaultValues: { text: '' },
    send: async (body) => {
      try {
        await request(disputeLesson, { params: { id: lesson.id }, body })
      } catch (error) {
        toast.error(t('dispute.failed'), { description: errorText(error), id: 'dispute-lesson' })
        return
      }
      await client.invalidateQueries({ queryKey: keys.lessons })
      toast.success(t('dispute.sent'), { description: t('dispute.sentText') })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => form.isSending || onClose()}
      closable={!form.isSending}
      title={t('dispute.title', { name: lesson.other.name ?? t('card.someone') })}
      description={format.moment(lesson.start)}
      footer={
        <>
          <Button type="submit" form={FORM} loading={form.isSending}>
            {t('dispute.send')}
          </Button>
          <Button variant="ghost" disabled={form.isSending} onClick={onClose}>
            {t('dispute.cancel')}
          </Button>
        </>
      }
    >
      <Form id={FORM} form={form} className="flex flex-col gap-5">
        <TextareaField
          form={form}
          name="text"
          label={t('dispute.text')}
          hint={t('dispute.hint')}
          texts={{ too_small: t('dispute.missing'), too_big: t('dispute.long', { max: MAX_REPORT_DESCRIPTION }) }}
          required
          max={MAX_REPORT_DESCRIPTION}
        />
      </Form>
    </Dialog>
  )
}
