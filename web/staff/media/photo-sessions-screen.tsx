import { useQuery } from '@tanstack/react-query'
import { listStudios } from '#contract/calls/studios'
import { may } from '#domain/permissions'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { Page } from '../../ui/page.tsx'
import { StudioTutorsList } from './shared/studio-tutors-list.tsx'

/** A studio's tutors; admins see those of all studios. */
export function PhotoSessionsScreen() {
  const me = useMe()
  const mayChoose = may('studio.list', me.role)
  const { data: studios } = useQuery({
    queryKey: [...keys.users, 'studios'],
    queryFn: ({ signal }) => request(listStudios, { query: { size: 100 } }, { signal }),
    enabled: mayChoose,
  })
  const options = (studios?.list ?? []).map(({ id, name }) => ({ value: id, label: name ?? `#${id}` }))
  return (
    <Page>
      <StudioTutorsList studios={mayChoose ? options : undefined} />
    </Page>
  )
}
