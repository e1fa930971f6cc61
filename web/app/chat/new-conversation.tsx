import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDraft } from '../../platform/draft.ts'
import { Composer, useFocusAtStart } from '../../shared/chat/composer.tsx'
import { ConnectionNote } from '../../shared/chat/connection-note.tsx'
import { EmptyConversation } from '../../shared/chat/empty-conversation.tsx'
import { roomWithQuery } from '../../shared/chat/room-queries.ts'
import { tutorQuery } from '../../shared/tutors/tutor-queries.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView, together } from '../../ui/query-view.tsx'
import { ConversationHeader, type PartnerDetails } from './conversation-header.tsx'
import { useStartConversation } from './mutations.ts'
import { useVerificationNotice } from './verification-notice.tsx'
import { WaitingConversation } from './waiting-conversation.tsx'

type NewConversationProps = { personId: number; onRoom: (roomId: number) => void }

/** A conversation with somebody without a room yet; where the two have one, `onRoom` is called with it. */
export function NewConversation({ personId, onRoom }: NewConversationProps) {
  const t = useMessages(chat)
  const me = useMe()
  const room = useQuery(roomWithQuery(me.id, personId))
  const tutor = useQuery({ ...tutorQuery(personId), enabled: room.data === null })
  useEffect(() => {
    if (typeof room.data === 'number') onRoom(room.data)
  }, [room.data, onRoom])
  const action = (
    <LinkButton to="/chat" variant="secondary">
      {t('list.toList')}
    </LinkButton>
  )
  return (
    <QueryView
      query={together(room, tutor)}
      loading={<WaitingConversation />}
      failed={{ title: t('list.failed'), text: t('list.notYours'), action }}
    >
      {([, { id, name, gender, image, role }]) => {
        const partner = { id, name: name ?? t('someone'), gender, image, role, lastSeen: null, online: null }
        return <FirstMessage myId={me.id} partner={partner} onRoom={onRoom} />
      }}
    </QueryView>
  )
}

function FirstMessage({
  myId,
  partner,
  onRoom,
}: {
  myId: number
  partner: PartnerDetails
  onRoom: (roomId: number) => void
}) {
  const [draft, setDraft] = useDraft(`${myId}.t-${partner.id}`)
  const notice = useVerificationNotice()
  const box = useRef<HTMLTextAreaElement>(null)
  useFocusAtStart(box, true)
  const { mutate, isPending } = useStartConversation(myId, partner.id, (roomId) => {
    setDraft('')
    onRoom(roomId)
  })
  return (
    <>
      <ConversationHeader partner={partner} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyConversation name={partner.name} />
      </div>
      <ConnectionNote />
      {notice ?? (
        <Composer
          name={partner.name}
          text={draft}
          onText={setDraft}
          onSend={(wire) => isPending || mutate(wire)}
          editing={null}
          onEditLast={() => {}}
          box={box}
        />
      )}
    </>
  )
}
