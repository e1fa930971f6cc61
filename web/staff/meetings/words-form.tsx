import { useEffect } from 'react'
import * as z from 'zod/mini'
import { updateInterview } from '#contract/meetings'
import type { MeetingChange } from '#domain/meetings/changes'
import { MAX_FEEDBACK, MAX_LEVEL, MIN_FEEDBACK, MIN_LEVEL } from '#domain/meetings/feedback'
import { htmlOf, innerText } from '#domain/rich-text'
import { staffMeetings } from '#messages/staff-meetings'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { Button } from '../../ui/button.tsx'
import { countTo } from '../../ui/count-to.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toasts.ts'

/** What is typed is text; on the wire it is HTML. */
const toText = (html: string | null): string => (html === null ? '' : innerText(html))

/** An empty text is allowed; otherwise the contract's rule applies. */
const words = (rule: z.ZodMiniType<unknown, string>) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((typed: string) => typed),
      z.string().check(
        z.check((context) => {
          const [issue] = context.value.trim() === '' ? [] : (rule.safeParse(htmlOf(context.value)).error?.issues ?? [])
          if (issue) context.issues.push({ code: 'custom', message: issue.message, input: context.value })
        }),
      ),
    ),
  )

const { interviewerFeedback, note } = updateInterview.body.shape
const schema = z.object({
  level: z.nullable(z.int()),
  feedback: words(interviewerFeedback.def.innerType),
  note: words(note.def.innerType),
})

type WordsFormProps = {
  /** As it was when the edit began. */
  read: Meeting
  /** False when another user's change was kept. */
  onSave: (changed: MeetingChange) => Promise<boolean>
  onTyping: (isTyping: boolean) => void
}

/** Level, feedback and note of a meeting; only what has changed is sent, and nothing is taken back. */
export function WordsForm({ read, onSave, onTyping }: WordsFormProps) {
  const t = useMessages(staffMeetings)
  const format = useFormat()
  const saved = { level: read.level, feedback: toText(read.managerFeedback), note: toText(read.note) }
  const form = useForm({
    schema,
    defaultValues: saved,
    send: async (typed, { reset }) => {
      const isNew = (name: 'feedback' | 'note') => typed[name].trim() !== '' && typed[name] !== saved[name]
      const changed: MeetingChange = {}
      if (typed.level !== null && typed.level !== saved.level) changed.level = typed.level
      if (isNew('feedback')) changed.managerFeedback = htmlOf(typed.feedback)
      if (isNew('note')) changed.note = htmlOf(typed.note)
      if (await onSave(changed)) toast.success(t('detail.saved'), { id: 'meeting' })
      reset(saved)
    },
  })
  const { hasChanges } = form
  useEffect(() => {
    onTyping(hasChanges)
    return () => onTyping(false)
  }, [hasChanges, onTyping])
  const levels = countTo(MAX_LEVEL).filter((level) => level >= MIN_LEVEL)
  const bounds = { min: MIN_FEEDBACK, max: MAX_FEEDBACK }
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <FieldGroup label={t('detail.level')} hint={t('detail.levelHint')}>
        <RadioGroup
          look="plain"
          columns={3}
          options={levels.map((value) => ({
            value,
            label: t('outOf', { level: format.number(value), max: format.number(MAX_LEVEL) }),
          }))}
          value={form.watch('level')}
          onChange={(level) => form.set('level', level)}
        />
      </FieldGroup>
      <TextareaField
        form={form}
        name="feedback"
        label={t('detail.feedback')}
        hint={t('detail.feedbackHint', bounds)}
        rows={3}
        max={MAX_FEEDBACK}
      />
      <TextareaField
        form={form}
        name="note"
        label={t('detail.note')}
        hint={t('detail.noteHint', bounds)}
        rows={2}
        max={MAX_FEEDBACK}
      />
      <Button
        type="submit"
        variant="secondary"
        className="self-start"
        loading={form.isSending}
        disabled={!form.hasChanges}
      >
        {t('detail.save')}
      </Button>
    </Form>
  )
}
