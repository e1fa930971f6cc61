import { Camera } from 'lucide-react'
import { listTutorsForStudio } from '#contract/calls/tutors'
import type { User } from '#contract/users'
import { staffStudio } from '#messages/staff-studio'
import { useMessages } from '../../../messages/messages.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'
import type { FilterOption } from '../../table/shared/filters.ts'
import { missingMedia } from '../media-parts.ts'

type StudioTutorsListProps = {
  /** Only the tutors of this studio. */
  of?: User
  /** For those who may choose one. */
  studios?: readonly FilterOption[] | undefined
}

/** The tutors whose portrait, video and thumbnail a studio makes. */
export function StudioTutorsList({ of, studios }: StudioTutorsListProps) {
  const t = useMessages(staffStudio)
  return (
    <DataList
      id={of ? 'person-studio-tutors' : 'photo-sessions'}
      title={of ? t('titleOf', { name: displayNameOf(of) }) : t('title')}
      headingLevel={of ? 2 : 1}
      call={listTutorsForStudio}
      queryKey={[...keys.tutors, 'for-studio']}
      columns={useColumns()}
      fixed={of && { studioId: of.id }}
      filters={studios ? { studioId: { label: t('studio'), kind: 'one', options: studios } } : {}}
      search={{ field: 'search', label: t('search') }}
      rowName={({ name, email }) => name ?? email}
      link={({ id }) =>
        of
          ? { to: '/tutor/$id', params: { id: String(id) } }
          : { to: '/photo-session/$tutorId', params: { tutorId: String(id) } }
      }
      empty={of ? { title: t('emptyOf'), icon: Camera } : { title: t('empty'), text: t('emptyText'), icon: Camera }}
    />
  )
}

function useColumns(): ListColumn<typeof listTutorsForStudio>[] {
  const t = useMessages(staffStudio)
  return [
    column.person('name', t('columns.name'), (tutor) => tutor),
    column.missing('missing', t('columns.missing'), missingMedia, {
      words: staffStudio.parts,
      complete: t('complete'),
      priority: 1,
    }),
    column.copyable('email', t('columns.email'), ({ email }) => email, { priority: 2 }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { priority: 3 }),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}
