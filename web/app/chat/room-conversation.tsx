import { useQuery } from '@tanstack/react-query'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, isForbidden } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { Conversation } from '../../shared/chat/conversation.tsx'
import { roomMembersQuery, useInbox } from '../../shared/chat/room-queries.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ConversationHeader, type PartnerDetails } from './conversation-header.tsx'
import { useVerificationNotice } from './verification-notice.tsx'
import { WaitingConversation } from './waiting-conversation.tsx'

const isNotMember = (error: unknown): boolean =>
  isForbidden(error) || (error instanceof ApiError && ['room-not-found', 'not-room-member'].includes(error.code))

/** The other member: from the list of rooms, or requested if the list is not loaded or does not contain the room. */
function usePartner(roomId: number) {
  const t = useMessages(chat)
  const me = useMe()
  const listed = useInbox((rooms) => rooms.find((room) => room.roomId === roomId)?.otherMember ?? null)
  const requested = useQuery({ ...roomMembersQuery(roomId), enabled: !listed })
  const found = listed ?? requested.data?.find(({ id }) => id !== me.id)
  const partner: PartnerDetails | null = found ? { ...found, name: found.name ?? t('someone') } : null
  return {
    partner,
    error: found ? null : requested.error,
    retry: () => void requested.refetch(),
    isFetching: requested.isFetching,
  }
}

export function RoomConversation({ roomId }: { roomId: number }) {
  const t = useMessages(chat)
  const me = useMe()
  const { partner, error, retry, isFetching } = usePartner(roomId)
  const notice = useVerificationNotice()
  if (error) {
    return (
      <ErrorState
        title={t('list.failed')}
        {...(isNotMember(error) ? { text: t('list.notYours') } : { onRetry: retry, retrying: isFetching })}
        action={
          <LinkButton to="/chat" variant="secondary">
            {t('list.toList')}
          </LinkButton>
        }
      />
    )
  }
  if (!partner) return <WaitingConversation />
  return (
    <>
      <ConversationHeader partner={partner} />
      <div className="min-h-0 flex-1">
        <Conversation roomId={roomId} me={me} other={partner} closed={notice} />
      </div>
    </>
  )
}
