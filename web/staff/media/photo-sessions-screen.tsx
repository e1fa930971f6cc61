import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { listStudios } from '#contract/calls/studios'
import { listTutorsForStudio } from '#contract/calls/tutors'
import { may } from '#domain/permissions'
import { staffStudio } from '#messages/staff-studio'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { Page } from '../../ui/page.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { type MediaPart, missingMedia } from './media-parts.ts'

/** The tutors whose portrait, video and thumbnail a studio makes; admins see those of all studios. */
export function PhotoSessionsScreen() {
  const t = useMessages(staffStudio)
  const format = useFormat()
  const me = useMe()
  const mayChoose = may('studio.list', me.role)
  const { data: studios } = useQuery({
    queryKey: [...keys.users, 'studios'],
    queryFn: ({ signal }) => request(listStudios, { query: { size: 100 } }, { signal }),
    enabled: mayChoose,
  })
  const options = (studios?.list ?? []).map(({ id, name }) => ({ value: id, label: name ?? `#${id}` }))
  const words = (parts: readonly MediaPart[]) => parts.map((part) => t(`parts.${part}`))
  const columns: ListColumn<typeof listTutorsForStudio>[] = [
    {
      id: 'name',
      header: t('columns.name'),
      csv: ({ name }) => name,
      cell: ({ id, name, image }) => <AvatarWithName id={id} name={name ?? t('nameless')} src={image} />,
    },
    {
      id: 'missing',
      header: t('columns.missing'),
      priority: 1,
      csv: (tutor) => format.list(words(missingMedia(tutor))),
      cell: (tutor) => {
        const missing = missingMedia(tutor)
        if (missing.length === 0) return <Badge tone="success">{t('complete')}</Badge>
        return (
          <span className="flex flex-wrap gap-1">
            {words(missing).map((word) => (
              <Badge key={word} tone="warning">
                {word}
              </Badge>
            ))}
          </span>
        )
      },
    },
    {
      id: 'email',
      header: t('columns.email'),
      priority: 2,
      csv: ({ email }) => email,
      cell: ({ email }) => <Copyable text={email} />,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      priority: 3,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    { id: 'id', header: t('columns.id'), hidden: true, csv: ({ id }) => id, cell: ({ id }) => <bdi>{id}</bdi> },
  ]
  return (
    <Page>
      <DataList
        id="photo-sessions"
        title={t('title')}
        call={listTutorsForStudio}
        queryKey={[...keys.tutors, 'for-studio']}
        columns={columns}
        filters={mayChoose ? { studioId: { label: t('studio'), kind: 'one', options } } : {}}
        search={{ field: 'search', label: t('search') }}
        rowName={({ name, email }) => name ?? email}
        link={({ id }) => ({ to: '/photo-session/$tutorId', params: { tutorId: String(id) } })}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Camera }}
      />
    </Page>
  )
}
