import { Send, StickyNote } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { inboxText } from '#contract/inbox'
import { answerMail } from '#domain/inbox/answer-mail'
import { AnswerChannel, MAX_INBOX_TEXT } from '#domain/inbox/entries'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { LeaveGuard } from '../../ui/save-row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toasts.ts'
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

type MailPreviewProps = { to: string; name: string | null; title: string; answer: string }

/** The mail as its reader gets it, made by the words that the API sends. */
function MailPreview({ to, name, title, answer }: MailPreviewProps) {
  const t = useMessages(staffInbox)
  const mail = answerMail({ name, title, answer: answer.trim() || '…' })
  return (
    <section aria-label={t('preview')} className="rounded-card border border-line bg-sunken p-3 text-sm">
      <p className="text-muted">
        {t('to')} <bdi translate="no">{to}</bdi>
      </p>
      <p className="mb-2 font-semibold">{mail.subject}</p>
      <div className="flex flex-col gap-2 rounded-lg bg-surface p-3">
        <p>{mail.greeting}</p>
        <p dir="auto" lang={writtenIn(mail.text)} className="whitespace-pre-wrap break-words">
          {mail.text}
        </p>
        <p className="border-line border-s-4 ps-3 text-muted">{mail.quote}</p>
        <p className="text-muted">{mail.closing}</p>
      </div>
    </section>
  )
}
