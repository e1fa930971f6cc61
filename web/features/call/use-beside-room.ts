import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openRoom } from '#contract/chat'
import { request } from '../../platform/api.ts'
import { useChatLine } from '../chat/shared/chat-line.ts'
import { roomWithQuery } from '../chat/shared/room-queries.ts'
import { useUnreadOf } from '../chat/shared/unread.ts'
import type { Room } from './room.ts'

/** The chat room of the two who meet; it is made the first time that it is looked for. */
export function useBesideRoom({ me, meeting, other }: Room, isWanted: boolean) {
  const queryClient = useQueryClient()
  useChatLine(me.id)
  const otherId = meeting.other.id ?? other?.userId ?? 0
  const query = roomWithQuery(me.id, otherId)
  const found = useQuery({ ...query, enabled: otherId !== 0 })
  const opening = useMutation({
    mutationFn: () => request(openRoom, { body: { userId: otherId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  const { mutate: open } = opening
  const isMissing = isWanted && found.data === null
  useEffect(() => {
    if (isMissing) open()
  }, [isMissing, open])
  const unread = useUnreadOf(found.data ?? 0)
  return {
    roomId: found.data ?? null,
    error: opening.error ?? found.error,
    retry: () => (found.data === null ? open() : void found.refetch()),
    /** Nobody to write to is known yet. */
    isPossible: otherId !== 0,
    unread,
  }
}
