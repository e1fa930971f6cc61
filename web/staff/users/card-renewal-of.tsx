import { useQuery } from '@tanstack/react-query'
import { RefreshCwOff } from 'lucide-react'
import { useState } from 'react'
import { getCardRenewal, switchOffCardRenewalOf } from '#contract/calls/card-renewals'
import { fromIso } from '#domain/cairo'
import { staffCardRenewal } from '#messages/staff-card-renewal'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** Whether a student's next period is charged to a saved card; staff switch that off (docs/rules/minutes.md 11.7, 11.8). */
export function CardRenewalOf({ person }: TabProps) {
  const t = useMessages(staffCardRenewal)
  const format = useFormat()
  const [isStopping, setStopping] = useState(false)
  const changePerson = useChangePerson(person.id)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'card-renewal'],
    queryFn: ({ signal }) => request(getCardRenewal, { params: { id: person.id } }, { signal }),
  })
  const stop = (reason: string) =>
    changePerson(request(switchOffCardRenewalOf, { params: { id: person.id } }, { reason }), {
      done: t('stopped'),
      failed: t('notStopped'),
    })
  return (
    <>
      <PersonSection
        title={t('title')}
        text={t('text')}
        query={query}
        loading={t('loading')}
        empty={({ renewal }) => renewal === null && t('off')}
      >
        {({ renewal, next }) =>
          renewal && (
            <div className="flex flex-col gap-2">
              <p className="font-semibold">
                {t('card', {
                  since: format.moment(fromIso(renewal.since)),
                  brand: renewal.cardBrand.replace(/ card$/i, ''),
                  digits: renewal.cardDigits,
                })}
              </p>
              {next && (
                <p>
                  {t('next', {
                    amount: format.money(next.amount),
                    charge: format.moment(fromIso(next.chargeAt)),
                    begins: format.moment(fromIso(next.begins)),
                  })}
                </p>
              )}
              {renewal.announcedAt !== null && (
                <p className="text-muted text-sm">
                  {t('announced', { at: format.moment(fromIso(renewal.announcedAt)) })}
                </p>
              )}
              {renewal.failed > 0 && <p className="text-danger-ink">{t('failed', { count: renewal.failed })}</p>}
              <div>
                <Button variant="danger-ghost" icon={RefreshCwOff} onClick={() => setStopping(true)}>
                  {t('stop')}
                </Button>
              </div>
            </div>
          )
        }
      </PersonSection>
      {isStopping && (
        <ReasonDialog
          icon={RefreshCwOff}
          title={t('stopTitle')}
          description={t('stopText')}
          confirmLabel={t('stop')}
          onConfirm={stop}
          onClose={() => setStopping(false)}
        />
      )}
    </>
  )
}
