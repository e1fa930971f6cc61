import { useQuery } from '@tanstack/react-query'
import { listConsents } from '#contract/calls/consents'
import { consents } from '#messages/consents'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { ConsentList } from '../../shared/account/consent-list.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'

/** What a person has agreed to (docs/rules/privacy.md 5.6). */
export function ConsentsOf({ person }: TabProps) {
  const t = useMessages(consents)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'consents'],
    queryFn: ({ signal }) => request(listConsents, { params: { id: person.id } }, { signal }),
  })
  return (
    <PersonSection title={t('ofTitle')} text={t('ofText')} query={query} loading={t('loading')}>
      {(register) => <ConsentList register={register} />}
    </PersonSection>
  )
}
