import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { getGuardian } from '#contract/calls/guardians'
import { fromIso, localDay } from '#domain/cairo'
import { isMinor } from '#domain/students/guardians'
import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { AddGuardian } from '../account/shared/guardian-need.tsx'

/** The guardian of a minor, who can be given or replaced (docs/rules/privacy.md 6.3). Nothing for an adult. */
export function GuardianCard() {
  const me = useMe()
  return isMinor(me.birthYear, now()) ? <OfMinor id={me.id} /> : null
}

function OfMinor({ id }: { id: number }) {
  const t = useMessages(guardian)
  const format = useFormat()
  const openGuardian = useDialog('guardian')
  const query = useQuery({
    queryKey: [...keys.guardian, id],
    queryFn: ({ signal }) => request(getGuardian, { params: { id } }, { signal }),
  })
  return (
    <Card padding="lg">
      <SectionHeading title={t('title')} />
      <QueryView
        query={query}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-16" />
          </Loading>
        }
      >
        {({ guardian: given }) =>
          given ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div>
                <p className="font-semibold">
                  {t('given', { name: given.name, date: format.shortDate(localDay(fromIso(given.consentedAt))) })}
                </p>
                <p className="text-muted text-sm">
                  <bdi translate="no" dir="ltr" className="figures">
                    {given.phone}
                  </bdi>
                  {given.isByStaff && ` · ${t('byStaff')}`}
                </p>
              </div>
              <Button variant="secondary" size="sm" icon={UsersRound} onClick={() => openGuardian({})}>
                {t('replace')}
              </Button>
            </div>
          ) : (
            <div className="flex flex-col items-start gap-4">
              <p>{t('needed.text')}</p>
              <AddGuardian />
            </div>
          )
        }
      </QueryView>
    </Card>
  )
}
