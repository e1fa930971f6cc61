import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ruledText } from '#contract/fields'
import { MAX_FEEDBACK, MIN_FEEDBACK, whyNotMeetingFeedback } from '#domain/meetings/feedback'
import { htmlOf, innerText } from '#domain/rich-text'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { type Meeting, updateMeeting } from '../../shared/meetings/meeting.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { Form, FormField, FormProblem, useForm } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toasts.ts'
import { refreshOnboarding } from './onboarding-queries.ts'

/** What is typed is text; the rule counts it as the HTML that is sent. */
const schema = z.object({ feedback: ruledText((typed) => whyNotMeetingFeedback(htmlOf(typed))) })

/** The tutor's own feedback on a judged meeting, asked for once: sent, or passed over. */
export function FeedbackForm({ meeting }: { meeting: Meeting }) {
  const t = useMessages(onboarding)
  const queryClient = useQueryClient()
  const [isSkipping, setSkipping] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const save = async (html: string) => {
    const sending = updateMeeting(meeting, { tutorFeedback: html }, { version: meeting.updatedAt })
    await sending.finally(() => refreshOnboarding(queryClient))
  }
  const form = useForm({
    schema,
    defaultValues: { feedback: '' },
    send: async ({ feedback }) => {
      await save(htmlOf(feedback))
      toast.success(t('feedback.sent'), { id: 'onboarding' })
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useFocusAfter(isWriting, () => moveFocus(box.current?.querySelector('textarea')))
  const skip = async () => {
    setSkipping(true)
    try {
      await save('')
    } catch (error) {
      toast.error(t('feedback.failed'), { description: errorText(error), id: 'onboarding' })
    } finally {
      setSkipping(false)
    }
  }
  if (meeting.tutorFeedback === '') return null
  if (meeting.tutorFeedback !== null)
    return (
      <p className="whitespace-pre-line break-words text-muted text-sm">
        {t('feedback.own', { words: innerText(meeting.tutorFeedback) })}
      </p>
    )
  const about = (
    <div>
      <h3 className="text-base">{t('feedback.title')}</h3>
      <p className="text-muted text-sm">{t('feedback.text')}</p>
    </div>
  )
  const skipping = (
    <Button variant="ghost" loading={isSkipping} disabled={form.isSending} onClick={() => void skip()}>
      {t('feedback.skip')}
    </Button>
  )
  // The step that is next shall not lie below the boxes of those that are over.
  if (!isWriting)
    return (
      <div className="flex flex-col gap-3">
        {about}
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" onClick={() => setWriting(true)}>
            {t('feedback.write')}
          </Button>
          {skipping}
        </div>
      </div>
    )
  return (
    <Form form={form} className="flex flex-col gap-3">
      {about}
      <FormProblem text={form.problem} />
      <FormField
        form={form}
        name="feedback"
        label={t('feedback.label')}
        hint={t('feedback.hint', { min: MIN_FEEDBACK, max: MAX_FEEDBACK })}
      >
        {(control) => (
          <div ref={box}>
            <Textarea {...control} rows={3} max={MAX_FEEDBACK} />
          </div>
        )}
      </FormField>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="secondary" loading={form.isSending} disabled={isSkipping}>
          {t('feedback.send')}
        </Button>
        {skipping}
      </div>
    </Form>
  )
}
