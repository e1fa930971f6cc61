import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openRoom } from '#contract/calls/chat'
import { request } from '../../platform/api.ts'
import { useChatEvents } from '../../shared/chat/chat-events.ts'
import { roomWithQuery } from '../../shared/chat/room-queries.ts'
import { useUnreadOf } from '../../shared/chat/unread.ts'
import type { CallView } from './call-view.ts'

/** The chat room of the two members; where they have none yet, it is created when `isRequested` first turns true. */
export function useSideChat({ me, session }: CallView, isRequested: boolean) {
  const queryClient = useQueryClient()
  useChatEvents(me.id)
  const otherId = session.other.id
  const query = roomWithQuery(me.id, otherId)
  const found = useQuery(query)
  const opening = useMutation({
    mutationFn: () => request(openRoom, { body: { userId: otherId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  const { mutate: open } = opening
  const isMissing = isRequested && found.data === null
  useEffect(() => {
    if (isMissing) open()
  }, [isMissing, open])
  const unread = useUnreadOf(found.data ?? 0)
  return {
    roomId: found.data ?? null,
    error: opening.error ?? found.error,
    retry: () => (found.data === null ? open() : void found.refetch()),
    unread,
  }
}
