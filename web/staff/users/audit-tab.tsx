import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { RecordHistory } from '../audit/shared/record-history.tsx'
import type { TabProps } from './queries.ts'

/** The records that bear a person's number: the account, and what a student adds to it. */
const KINDS = ['user', 'student'] as const

/** What staff have changed of a person. */
export function AuditTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{t('audit.title', { name: displayNameOf(person) })}</h2>
      <RecordHistory kind={KINDS} id={person.id} />
    </section>
  )
}
