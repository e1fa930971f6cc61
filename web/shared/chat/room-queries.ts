import { queryOptions, useQuery } from '@tanstack/react-query'
import { findRoom, listRoomMembers, listRooms } from '#contract/calls/chat'
import type { RoomSummary } from '#contract/chat'
import { isStudent, isTutorSide } from '#domain/roles'
import { ApiError, request } from '../../platform/api.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'

/** The keys of all lists of rooms begin with this, and their data have one form, so that an event can be applied to each. */
export const roomsRoot = [...keys.chat, 'rooms'] as const
const SIZE = 100

type RoomFilter = { page?: number; pinned?: true; keyword?: string }

export const roomsQuery = (userId: number, filter: RoomFilter = {}) =>
  queryOptions({
    queryKey: [...roomsRoot, userId, filter],
    queryFn: ({ signal }) => request(listRooms, { params: { userId }, query: { size: SIZE, ...filter } }, { signal }),
  })

export const hasMoreRooms = (total: number, pages: number): boolean => total > pages * SIZE

/** Selects from the newest rooms of the signed-in user; undefined until they are loaded, and for roles without a chat. */
export function useInbox<T>(select: (rooms: readonly RoomSummary[]) => T): T | undefined {
  const me = useMaybeMe()
  const { data } = useQuery({
    ...roomsQuery(me?.id ?? 0),
    enabled: me !== null && (isStudent(me.role) || isTutorSide(me.role)),
    select: ({ list }) => select(list),
  })
  return data
}

/** Without a room, or without the other: opening one says which (docs/rules/chat.md 3.4). */
const NO_ROOM: readonly string[] = ['room-not-found', 'room-members-not-found']

/** The id of the room that two people share; null where they have none yet. */
export const roomWithQuery = (myId: number, otherId: number) =>
  queryOptions({
    queryKey: [...keys.chat, 'with', myId, otherId],
    queryFn: async ({ signal }): Promise<number | null> => {
      try {
        return (await request(findRoom, { query: { members: [myId, otherId] } }, { signal })).room
      } catch (error) {
        if (error instanceof ApiError && NO_ROOM.includes(error.code)) return null
        throw error
      }
    },
  })

export const roomMembersQuery = (roomId: number) =>
  queryOptions({
    queryKey: [...keys.chat, 'members', roomId],
    queryFn: ({ signal }) => request(listRoomMembers, { params: { roomId } }, { signal }),
  })
