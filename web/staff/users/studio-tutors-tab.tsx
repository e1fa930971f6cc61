import { listTutorsForStudio } from '#contract/calls/tutors'
import { fromIso } from '#domain/cairo'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

/** The tutors who chose a studio. */
export function StudioTutorsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const columns: ListColumn<typeof listTutorsForStudio>[] = [
    {
      id: 'name',
      header: t('studioTutors.columns.name'),
      cell: (tutor) => <bdi>{displayNameOf(tutor)}</bdi>,
      csv: displayNameOf,
    },
    {
      id: 'email',
      header: t('studioTutors.columns.email'),
      cell: ({ email }) => <bdi>{email}</bdi>,
      csv: ({ email }) => email,
    },
    {
      id: 'created',
      header: t('studioTutors.columns.created'),
      cell: ({ createdAt }) => format.fullDay(fromIso(createdAt)),
      csv: ({ createdAt }) => createdAt,
    },
  ]
  return (
    <DataList
      id="person-studio-tutors"
      title={t('studioTutors.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listTutorsForStudio}
      queryKey={[...personKey(person.id), 'studio-tutors']}
      columns={columns}
      fixed={{ studioId: person.id }}
      rowName={displayNameOf}
      link={({ id }) => ({ to: '/tutor/$id', params: { id: String(id) } })}
      empty={{ title: t('studioTutors.empty') }}
    />
  )
}
