import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { previewMailing, sendMailing } from '#contract/calls/mailings'
import { isWritten, MAX_MAILING_TEXT, MAX_MAILING_TITLE, mailingMail, whyNotMailText } from '#domain/mailings/mail'
import { type MailingTemplate, mailableFrom, mailingTemplates } from '#domain/mailings/mailing'
import { staffMailings } from '#messages/staff-mailings'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { now } from '../../../platform/clock.ts'
import { codeText, errorText } from '../../../platform/error-text.ts'
import { useIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { keys } from '../../../platform/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toasts.ts'
import { LeftOutList } from '../left-out-list.tsx'

/** These people, or all who match what the list of accounts is filtered by. */
export type MailingTo = { ids: number[] } | { matching: Record<string, unknown> }

type ComposeDialogProps = { to: MailingTo; onSent: () => void; onClose: () => void }

/** Why the API would refuse this text, said at the field that holds it. */
function refusalOf(text: string): string | undefined {
  const code = whyNotMailText(text)
  return code === null ? undefined : codeText(code)
}

/** A message to these people: by which template, who gets it and who not and why, and what one of them will read. */
export function ComposeDialog({ to, onSent, onClose }: ComposeDialogProps) {
  const t = useMessages(staffMailings)
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const [template, setTemplate] = useState<MailingTemplate>('news')
  const [ar, setAr] = useState({ title: '', text: '' })
  const [en, setEn] = useState({ title: '', text: '' })
  const [sampleId, setSampleId] = useState(0)
  const preview = useQuery({
    queryKey: [...keys.mailings, 'people', template, to],
    queryFn: ({ signal }) => request(previewMailing, { body: { ...to, template } }, { signal }),
    // Who is shown is who gets it.
    refetchOnWindowFocus: false,
  })
  const readers = preview.data?.readers ?? []
  const chosen = [...readers, ...(preview.data?.leftOut ?? [])]
  const hasEnglish = en.title.trim() !== '' && en.text.trim() !== ''
  const words = isWritten(template) ? { ar, en: hasEnglish ? en : null } : null
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = { ids: chosen.map(({ id }) => id), template, words }
      return request(sendMailing, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: ({ waiting }) => {
      toast.success(t('sent', { count: waiting }), { id: 'mailing' })
      void client.invalidateQueries({ queryKey: keys.mailings })
      onSent()
    },
    onError: (error) => toast.error(t('failed'), { id: 'mailing', description: errorText(error) }),
  })
  const isUnfinished = words !== null && (ar.title.trim() === '' || ar.text.trim() === '')
  const refused = words !== null && [ar.title, ar.text, en.title, en.text].some((text) => whyNotMailText(text) !== null)
  const sample = readers.find(({ id }) => id === sampleId) ?? readers[0]
  const mail =
    sample &&
    mailingMail({ template, words, name: sample.name, englishName: sample.englishName, language: sample.language })
  return (
    <Dialog
      open
      size="lg"
      title={t('compose')}
      description={t(mailableFrom(now()) > now() ? 'quiet' : 'atOnce')}
      onClose={onClose}
      footer={
        <Button disabled={readers.length === 0 || isUnfinished || refused} loading={isPending} onClick={() => mutate()}>
          {t('send', { count: readers.length })}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={t('template')}>
          <Select
            options={mailingTemplates.map((value) => ({ value, label: t(`templates.${value}`) }))}
            value={template}
            onChange={({ target }) => setTemplate(mailingTemplates.find((one) => one === target.value) ?? 'news')}
          />
        </Field>
        {words && (
          <>
            <Field label={t('titleAr')} required error={refusalOf(ar.title)}>
              <Input
                maxLength={MAX_MAILING_TITLE}
                value={ar.title}
                onChange={({ target }) => setAr({ title: target.value, text: ar.text })}
              />
            </Field>
            <Field label={t('textAr')} required error={refusalOf(ar.text)}>
              <Textarea
                dir="auto"
                rows={4}
                maxLength={MAX_MAILING_TEXT}
                value={ar.text}
                onChange={({ target }) => setAr({ title: ar.title, text: target.value })}
              />
            </Field>
            <Field label={t('titleEn')} error={refusalOf(en.title)}>
              <Input
                maxLength={MAX_MAILING_TITLE}
                value={en.title}
                onChange={({ target }) => setEn({ title: target.value, text: en.text })}
              />
            </Field>
            <Field label={t('textEn')} error={refusalOf(en.text)}>
              <Textarea
                dir="auto"
                rows={4}
                maxLength={MAX_MAILING_TEXT}
                value={en.text}
                onChange={({ target }) => setEn({ title: en.title, text: target.value })}
              />
            </Field>
          </>
        )}
        <QueryView query={preview} loading={<Skeleton className="h-24" />}>
          {({ leftOut }) => (
            <>
              <p role="status">{t('reach', { count: readers.length, out: leftOut.length })}</p>
              {leftOut.length > 0 && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the keyboard too
                <div tabIndex={0} className="max-h-40 overflow-y-auto">
                  <LeftOutList people={leftOut} />
                </div>
              )}
              {sample && mail && (
                <>
                  <Field label={t('readBy')}>
                    <Select
                      options={readers.map(({ id, name }) => ({ value: id, label: name ?? String(id) }))}
                      value={sample.id}
                      onChange={({ target }) => setSampleId(Number(target.value))}
                    />
                  </Field>
                  <article
                    lang={mail.language}
                    dir={mail.language === 'ar' ? 'rtl' : 'ltr'}
                    className="flex flex-col gap-2 rounded-card border border-line p-4"
                  >
                    <h3>{mail.subject}</h3>
                    <p>{mail.greeting}</p>
                    <p className="whitespace-pre-wrap">{mail.text}</p>
                    <p className="font-semibold">{mail.link}</p>
                    <p className="text-muted text-sm">
                      {mail.closing} {mail.stop}
                    </p>
                  </article>
                  <section aria-label={t('notification')} className="flex flex-col gap-2">
                    <p className="text-muted text-sm">{t(sample.hasDevice ? 'notification' : 'noDevice')}</p>
                    {sample.hasDevice && (
                      <div lang={mail.language} dir="auto" className="rounded-card border border-line bg-sunken p-4">
                        <p className="font-semibold">{mail.subject}</p>
                        <p className="whitespace-pre-wrap text-sm">{mail.text}</p>
                      </div>
                    )}
                  </section>
                </>
              )}
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}
