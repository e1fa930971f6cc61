import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { openRoom } from '#contract/calls/chat'
import { photoSession } from '#messages/photo-session'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { roomsQuery } from '../../shared/chat/room-queries.ts'
import { toast } from '../../ui/toasts.ts'

/** Opens the conversation of the tutor with a studio, which is created where they have none yet (docs/rules/chat.md 1.1). */
export function useMessageStudio(studioId: number) {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = roomsQuery(me.id)
  return useMutation({
    mutationFn: async () => {
      const { list } = await queryClient.fetchQuery(query)
      const found = list.find(({ otherMember }) => otherMember.id === studioId)
      if (found) return found.roomId
      const { roomId } = await request(openRoom, { body: { userId: studioId } })
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      return roomId
    },
    onSuccess: (room) => navigate({ to: '/chat', search: { room } }),
    onError: (error) =>
      toast.error(messagesOf(photoSession)('studio.messageFailed'), { id: 'studio', description: errorText(error) }),
  })
}
