import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chat } from '../../i18n/ar/chat.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { tutorQuery } from '../tutors/shared/tutor-queries.ts'
import { ConversationHeader, type Partner } from './conversation-header.tsx'
import { useBegin } from './mutations.ts'
import { Composer, useFocusAtStart } from './shared/composer.tsx'
import { ConnectionNote } from './shared/connection-note.tsx'
import { useDraft } from './shared/draft.ts'
import { FirstWords } from './shared/first-words.tsx'
import { roomWithQuery } from './shared/room-queries.ts'
import { WaitingConversation } from './waiting-conversation.tsx'
import { useWhyClosed } from './why-closed.tsx'

type NewConversationProps = { personId: number; onRoom: (roomId: number) => void }

/** A conversation with somebody to whom one has not spoken; where the two share a room already, that one opens. */
export function NewConversation({ personId, onRoom }: NewConversationProps) {
  const t = useMessages(chat)
  const me = useMe()
  const room = useQuery(roomWithQuery(me.id, personId))
  const tutor = useQuery({ ...tutorQuery(personId), enabled: room.data === null })
  useEffect(() => {
    if (typeof room.data === 'number') onRoom(room.data)
  }, [room.data, onRoom])
  const failed = [room, tutor].find(({ isError }) => isError)
  if (failed) {
    return (
      <ErrorState
        title={t('list.failed')}
        text={t('list.notYours')}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
        action={
          <LinkButton to="/chat" variant="secondary">
            {t('list.toList')}
          </LinkButton>
        }
      />
    )
  }
  if (!tutor.data) return <WaitingConversation />
  const { id, name, gender, image, role } = tutor.data
  const partner = { id, name: name ?? t('someone'), gender, image, role, lastSeen: null, online: null }
  return <Beginning myId={me.id} partner={partner} onRoom={onRoom} />
}

function Beginning({ myId, partner, onRoom }: { myId: number; partner: Partner; onRoom: (roomId: number) => void }) {
  const [draft, setDraft] = useDraft(`${myId}.t-${partner.id}`)
  const closed = useWhyClosed()
  const box = useRef<HTMLTextAreaElement>(null)
  useFocusAtStart(box, true)
  const { mutate, isPending } = useBegin(myId, partner.id, (roomId) => {
    setDraft('')
    onRoom(roomId)
  })
  return (
    <>
      <ConversationHeader partner={partner} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FirstWords name={partner.name} />
      </div>
      <ConnectionNote />
      {closed ?? (
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
