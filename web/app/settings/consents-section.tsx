import { useQuery } from '@tanstack/react-query'
import { readMailingChoice } from '#contract/calls/mailings'
import { isStudent } from '#domain/roles'
import { consents } from '#messages/consents'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { ConsentList } from '../../shared/account/consent-list.tsx'
import { consentsQuery } from '../../shared/account/consents.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** What the user has agreed to, with dates, and how mailings stand (docs/rules/privacy.md 5.6). */
export function ConsentsSection() {
  const t = useMessages(consents)
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionHeading title={t('title')} text={t('text')} />
      <QueryView
        query={useQuery(consentsQuery)}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-24 rounded-control" />
          </Loading>
        }
      >
        {(register) => <ConsentList register={register} />}
      </QueryView>
      <Mailings />
    </Card>
  )
}

function Mailings() {
  const t = useMessages(consents)
  const me = useMe()
  const { data } = useQuery({
    queryKey: keys.mailingChoice,
    queryFn: ({ signal }) => request(readMailingChoice, {}, { signal }),
  })
  if (!data) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="min-w-0 flex-1 basis-56">{t(data.isWanted ? 'mailingsOn' : 'mailingsOff')}</p>
      <LinkButton
        size="sm"
        variant="secondary"
        to={isStudent(me.role) ? '/s/settings' : '/t/account-settings'}
        search={{ tab: 'notifications' }}
      >
        {t('change')}
      </LinkButton>
    </div>
  )
}
