import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { openRoom, setRoom } from '#contract/calls/chat'
import type { RoomSummary } from '#contract/chat'
import { chat } from '#messages/chat'
import { messagesOf } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { sendMessage } from '../../shared/chat/outbox.ts'
import { roomsRoot, roomWithQuery } from '../../shared/chat/room-queries.ts'
import type { RoomList } from '../../shared/chat/rooms.ts'
import { toast } from '../../ui/toasts.ts'

type Settings = Partial<RoomSummary['settings']>

function patch(queryClient: QueryClient, roomId: number, changes: Settings): void {
  queryClient.setQueriesData<RoomList>(
    { queryKey: roomsRoot },
    (cached) =>
      cached && {
        ...cached,
        list: cached.list.map((room) =>
          room.roomId === roomId ? { ...room, settings: { ...room.settings, ...changes } } : room,
        ),
      },
  )
}

/** Pins or mutes a room: shown at once, undone when the server refuses. */
export function useSetRoom() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ roomId, changes }: { roomId: number; changes: Settings }) =>
      request(setRoom, { params: { roomId }, body: changes }),
    onMutate: async ({ roomId, changes }) => {
      // A list that is being fetched was read before the change: it would undo it on the screen for a moment.
      await queryClient.cancelQueries({ queryKey: roomsRoot })
      patch(queryClient, roomId, changes)
    },
    onError: (error) => {
      toast.error(messagesOf(chat)('room.failed'), { id: 'room-settings', description: errorText(error) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomsRoot }),
  })
}

/** The room of two people, created if there is none, even if the other one creates it at the same time. */
async function roomWith(queryClient: QueryClient, myId: number, otherId: number): Promise<number> {
  try {
    return (await request(openRoom, { body: { userId: otherId } })).roomId
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'room-exists') throw error
    const found = await queryClient.fetchQuery({ ...roomWithQuery(myId, otherId), staleTime: 0 })
    if (found === null) throw error
    return found
  }
}

/** Starts a conversation: creates the room, then sends the message through the outbox as any other. */
export function useStartConversation(myId: number, otherId: number, onStarted: (roomId: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => roomWith(queryClient, myId, otherId),
    onSuccess: (roomId, wire: string) => {
      sendMessage(roomId, wire)
      queryClient.setQueryData(roomWithQuery(myId, otherId).queryKey, roomId)
      void queryClient.invalidateQueries({ queryKey: roomsRoot })
      void queryClient.invalidateQueries({ queryKey: [...keys.chat, 'uncontacted'] })
      onStarted(roomId)
    },
    onError: (error) => {
      toast.error(messagesOf(chat)('composer.openFailed'), { id: 'open-room', description: errorText(error) })
    },
  })
}
