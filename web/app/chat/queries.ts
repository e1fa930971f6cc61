import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { listUncontactedTutors } from '#contract/calls/tutors'
import type { RoomSummary } from '#contract/chat'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { hasMoreRooms, roomsQuery } from '../../shared/chat/room-queries.ts'
import { byNewestMessage } from '../../shared/chat/rooms.ts'
import { countTo } from '../../ui/count-to.ts'
import { together, type ViewedQuery } from '../../ui/query-view.tsx'

const FIRST_TUTORS = 5

export const uncontactedQuery = (userId: number, pages: number) =>
  queryOptions({
    queryKey: [...keys.chat, 'uncontacted', userId, pages],
    queryFn: ({ signal }) => request(listUncontactedTutors, { query: { size: FIRST_TUTORS * pages } }, { signal }),
    placeholderData: keepPreviousData,
  })

export type Rooms = { pinned: RoomSummary[]; others: RoomSummary[]; hasMore: boolean }

/** All rooms of a person, the pinned ones apart; `pages` grows as older ones are requested. */
export function useRooms(userId: number, pages: number): ViewedQuery<Rooms> {
  const first = useQuery(roomsQuery(userId))
  const pinned = useQuery(roomsQuery(userId, { pinned: true }))
  const older = useQueries({
    queries: countTo(pages)
      .slice(1)
      .map((page) => roomsQuery(userId, { page })),
  })
  const lists = [first, pinned, ...older]
  const { isError, refetch } = together(...lists)
  const all = byNewestMessage(lists.flatMap(({ data }) => data?.list ?? []))
  const data = {
    pinned: all.filter(({ settings }) => settings.pinned),
    others: all.filter(({ settings }) => !settings.pinned),
    hasMore: hasMoreRooms(first.data?.total ?? 0, pages),
  }
  return {
    // Rooms stay in view while older ones are loading.
    data: first.isPending || pinned.isPending || isError ? undefined : data,
    isError,
    isFetching: lists.some(({ isFetching }) => isFetching),
    refetch,
  }
}

/** Rooms whose other member or whose messages contain a word; the server searches all of them. */
export const searchQuery = (userId: number, keyword: string) =>
  queryOptions({ ...roomsQuery(userId, { keyword }), placeholderData: keepPreviousData })
