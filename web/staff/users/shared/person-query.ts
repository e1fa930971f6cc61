import { queryOptions } from '@tanstack/react-query'
import { getUser } from '#contract/calls/users'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

/** The root key of all data of a person, invalidated by every change of it. */
export const personKey = (id: number) => [...keys.person, id] as const

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'account'],
    queryFn: ({ signal }) => request(getUser, { params: { id } }, { signal }),
  })
