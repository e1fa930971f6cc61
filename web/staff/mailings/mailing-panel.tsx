import { useQuery } from '@tanstack/react-query'
import { getMailing } from '#contract/calls/mailings'
import type { Mailing } from '#contract/mailings'
import { fromIso } from '#domain/cairo'
import { mailLanguages } from '#domain/mailings/mail'
import { staffMailings } from '#messages/staff-mailings'
import { languageNames } from '../../messages/languages.ts'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Fact, PanelSection, RecordPanel } from '../table/shared/record-panel.tsx'
import { LeftOutList } from './left-out-list.tsx'

/** One message to a list: its words, what became of it, and who did not get it and why (docs/rules/staff.md 18.7). */
export function MailingPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffMailings)
  const query = useQuery({
    queryKey: [...keys.mailings, 'one', id],
    queryFn: ({ signal }) =>
      request(getMailing, { params: { id } }, { signal }).catch((error: unknown) => {
        if (codeOf(error) === 'not-found') return null
        throw error
      }),
  })
  return (
    <RecordPanel
      query={query}
      title={t('detail.title', { id: String(id) })}
      missing={<p>{t('detail.missing')}</p>}
      onClose={onClose}
    >
      {(mailing) => (
        <div className="flex flex-col gap-5">
          <Facts mailing={mailing} />
          <Words words={mailing.words} />
          <PanelSection title={t('columns.leftOut')}>
            {mailing.people.length > 0 ? (
              <LeftOutList people={mailing.people} />
            ) : (
              <p className="text-muted text-sm">{t('detail.nobody')}</p>
            )}
          </PanelSection>
        </div>
      )}
    </RecordPanel>
  )
}

function Facts({ mailing }: { mailing: Mailing }) {
  const t = useMessages(staffMailings)
  const format = useFormat()
  const counts = ['chosen', 'leftOut', 'waiting', 'sent', 'delivered', 'failed'] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      <Fact label={t('template')}>{t(`templates.${mailing.template}`)}</Fact>
      <Fact label={t('columns.sender')}>
        <bdi translate="no">{mailing.sender.name ?? mailing.sender.id}</bdi>
      </Fact>
      <Fact label={t('columns.createdAt')}>{format.moment(fromIso(mailing.createdAt))}</Fact>
      {counts.map((count) => (
        <Fact key={count} label={t(`columns.${count}`)}>
          {format.number(mailing[count])}
        </Fact>
      ))}
    </dl>
  )
}

/** What staff wrote, in each language; nothing for a template with fixed words. */
function Words({ words }: Pick<Mailing, 'words'>) {
  return mailLanguages.map((language) => {
    const written = words?.[language]
    return (
      written && (
        <PanelSection key={language} title={languageNames[language]}>
          <div
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            className="flex flex-col gap-2 rounded-card border border-line p-4"
          >
            <p className="break-words font-semibold">{written.title}</p>
            <p className="whitespace-pre-wrap break-words">{written.text}</p>
          </div>
        </PanelSection>
      )
    )
  })
}
