import { useState } from 'react'
import type { MeetingChange } from '#domain/meetings/changes'
import { MAX_FEEDBACK, MAX_LEVEL, MIN_FEEDBACK, whyNotMeetingFeedback } from '#domain/meetings/feedback'
import { htmlOf, innerText } from '#domain/rich-text'
import { staffMeetings } from '#messages/staff-meetings'
import { useMessages } from '../../messages/messages.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { countTo } from '../../ui/count-to.ts'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type PassDialogProps = {
  meeting: Meeting
  title: string
  /** What passing will do. */
  text: string
  onPass: (score: Pick<MeetingChange, 'level' | 'managerFeedback'>) => Promise<unknown>
  onClose: () => void
}

const LEVELS = countTo(MAX_LEVEL)

/** Passes a meeting with its level and words, as they are or as they are written here (docs/rules/onboarding.md 3.7). */
export function PassDialog({ meeting, title, text, onPass, onClose }: PassDialogProps) {
  const t = useMessages(staffMeetings)
  const format = useFormat()
  const saved = meeting.managerFeedback === null ? '' : innerText(meeting.managerFeedback)
  const [level, setLevel] = useState(meeting.level)
  const [words, setWords] = useState(saved)
  const [isAsked, setAsked] = useState(false)
  const refusal = whyNotMeetingFeedback(htmlOf(words.trim()))
  const pass = async () => {
    setAsked(true)
    // Rejected: the dialog stays open.
    if (level === null || refusal) throw new Error('no score was given')
    await onPass({ level, ...(words === saved ? {} : { managerFeedback: htmlOf(words.trim()) }) })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="success"
      title={title}
      description={text}
      confirmLabel={t('acts.pass')}
      cancelLabel={t('acts.keep')}
      onConfirm={pass}
    >
      <div className="flex flex-col gap-4">
        <FieldGroup
          label={t('detail.level')}
          hint={t('detail.levelHint')}
          {...(isAsked && level === null ? { error: t('detail.levelMissing') } : {})}
        >
          <RadioGroup
            look="plain"
            columns={3}
            options={LEVELS.map((value) => ({
              value,
              label: t('outOf', { level: format.number(value), max: format.number(MAX_LEVEL) }),
            }))}
            value={level}
            onChange={setLevel}
          />
        </FieldGroup>
        <Field
          label={t('detail.feedback')}
          hint={t('detail.feedbackHint', { min: MIN_FEEDBACK, max: MAX_FEEDBACK })}
          required
          {...(isAsked && refusal ? { error: codeText(refusal) } : {})}
        >
          <Textarea value={words} rows={3} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  )
}
