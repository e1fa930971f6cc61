import { useQuery } from '@tanstack/react-query'
import { listUsers } from '#contract/calls/users'
import { Role } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const MINUTE = 60_000

/** Who may own a record of the inbox, as the options of a filter. */
export function useAdmins() {
  const { data } = useQuery({
    queryKey: [...keys.users, 'admins'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        [Role.SuperAdmin, Role.RegularAdmin].map((role) =>
          request(listUsers, { query: { role, size: 100 } }, { signal }),
        ),
      )
      return pages.flatMap(({ list }) => list).map(({ id, name, email }) => ({ value: id, label: name ?? email }))
    },
    staleTime: MINUTE,
  })
  return data ?? []
}
