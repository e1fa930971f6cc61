import { answerMail } from '#domain/inbox/answer-mail'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'

type MailPreviewProps = { to: string; name: string | null; title: string; answer: string }

/** The mail as its reader gets it, made by the words that the API sends. */
export function MailPreview({ to, name, title, answer }: MailPreviewProps) {
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
