import { Send, StickyNote } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { inboxText } from '#contract/inbox'
import { AnswerChannel, MAX_INBOX_TEXT } from '#domain/inbox/entries'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { LeaveGuard } from '../../ui/save-row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toasts.ts'
import { MailPreview } from './mail-preview.tsx'
import { channelsOf, type InboxRecord, type InboxSource } from './records.ts'

const schema = z.object({ text: inboxText })

type Way = 'note' | AnswerChannel

type WriteFormProps = {
  source: InboxSource
  record: InboxRecord
  /** An answer belongs to an open record only; notes to all. */
  canAnswer: boolean
  onWritten: (record: InboxRecord) => void
}

/** Writes an answer in one of the ways that the record allows, or a note for staff. */
export function WriteForm({ source, record, canAnswer, onWritten }: WriteFormProps) {
  const t = useMessages(staffInbox)
  const channels = canAnswer ? channelsOf(record) : []
  const ways: readonly Way[] = [...channels, 'note']
  const [wanted, setWay] = useState<Way>(ways[0] ?? 'note')
  const way = ways.includes(wanted) ? wanted : (ways[0] ?? 'note')
  const { keyOf } = useIdempotencyKey()
  const form = useForm({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }, { reset }) => {
      const idempotencyKey = keyOf({ id: record.id, way, text })
      const written =
        way === 'note'
          ? await source.note(record.id, text, { idempotencyKey })
          : await source.answer(record.id, { channel: way, text }, { idempotencyKey })
      reset({ text: '' })
      toast.success(staffInbox.written[way], { id: 'inbox' })
      onWritten(written)
    },
  })
  const text = form.watch('text')
  const { person, title } = record
  return (
    <Form form={form} className="flex flex-col gap-4">
      <Segmented
        label={t('way')}
        value={way}
        onChange={setWay}
        options={ways.map((value) => ({ value, label: staffInbox.ways[value] }))}
      />
      <FormProblem text={form.problem} />
      <TextareaField
        form={form}
        name="text"
        label={staffInbox.textOf[way]}
        hint={staffInbox.hints[way]}
        texts={{ too_small: t('textMissing'), too_big: t('textLong', { max: MAX_INBOX_TEXT }) }}
        required
        rows={5}
        max={MAX_INBOX_TEXT}
      />
      {way === AnswerChannel.Email && person && text.trim() !== '' && (
        <MailPreview to={person.email} name={person.name ?? record.contact?.name ?? null} title={title} answer={text} />
      )}
      <Button type="submit" icon={way === 'note' ? StickyNote : Send} loading={form.isSending} className="self-start">
        {staffInbox.send[way]}
      </Button>
      <LeaveGuard hasChanges={form.hasChanges && !form.isSending} />
    </Form>
  )
}
