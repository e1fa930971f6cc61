import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { isStudent } from '#domain/roles'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useChatEvents } from '../../shared/chat/chat-events.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isFocusLost, mainRegion, moveFocus, useOwnFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { FreeTutors } from '../tutors/shared/free-tutors.tsx'
import { NewConversation } from './new-conversation.tsx'
import { useRooms } from './queries.ts'
import { RoomConversation } from './room-conversation.tsx'
import { RoomsPanel } from './rooms-panel.tsx'
import { type ChatTarget, readChatTarget } from './search-params.ts'

const PROPERTY = '--visible-height'

/**
 * Sets `--visible-height` to the height above a phone's keyboard; the shell uses it, so that the text box stays visible.
 */
function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty(PROPERTY, `${visualViewport.height}px`)
      // Some browsers scroll the page up for the keyboard, which would hide the header.
      window.scrollTo(0, 0)
    }
    visualViewport.addEventListener('resize', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      style.removeProperty(PROPERTY)
    }
  }, [])
}

/**
 * When one pane replaces the other, moves the focus to the chat partner's name, and on the way back to the row that was
 * opened. A focused element that stays visible keeps the focus.
 */
function usePaneFocus(room: string | number | undefined): void {
  useOwnFocus()
  useFocusAfter(room, (left) => {
    if (!isFocusLost()) return
    const main = mainRegion()
    const row = room === undefined && document.querySelector<HTMLElement>(`[data-room="${left}"]`)
    const place = row || main?.querySelector<HTMLElement>('[data-conversation]') || main
    moveFocus(place, { preventScroll: place === main })
  })
}

/** /chat: the rooms and the chosen conversation, side by side or, on a narrow screen, one at a time. */
export function ChatScreen() {
  const t = useMessages(chat)
  const { room } = useSearch({ from: '/shell/chat' })
  const chosen = readChatTarget(room)
  // The shell's own use of it arrives late on a slow line, and without an outbox a message would be lost.
  useChatEvents(useMe().id)
  useVisibleHeight()
  usePaneFocus(room)
  return (
    <div data-fill={chosen ? 'alone' : 'list'} className="flex h-full min-h-0">
      <h1 className="sr-only">{t('title')}</h1>
      <div
        className={clsx(
          'min-h-0 w-full flex-col border-line bg-surface lg:flex lg:w-96 lg:shrink-0 lg:border-e',
          chosen ? 'hidden' : 'flex',
        )}
      >
        <RoomsPanel chosen={chosen} />
      </div>
      <div className={clsx('min-h-0 min-w-0 flex-1 flex-col lg:flex', chosen ? 'flex' : 'hidden')}>
        {chosen ? <ChosenConversation chosen={chosen} /> : <NothingChosen />}
      </div>
    </div>
  )
}

function ChosenConversation({ chosen }: { chosen: ChatTarget }) {
  const navigate = useNavigate()
  if ('roomId' in chosen) return <RoomConversation key={chosen.roomId} roomId={chosen.roomId} />
  const toRoom = (roomId: number) => void navigate({ to: '/chat', search: { room: roomId }, replace: true })
  return <NewConversation key={chosen.personId} personId={chosen.personId} onRoom={toRoom} />
}

function NothingChosen() {
  const t = useMessages(chat)
  const { id, role } = useMe()
  const isLearner = isStudent(role)
  const { data: rooms } = useRooms(id, 1)
  const hasNone = rooms && rooms.pinned.length + rooms.others.length === 0
  if (hasNone) return isLearner ? <FirstTimes /> : null
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={MessagesSquare}
        title={t('empty.choose')}
        text={t(isLearner ? 'empty.chooseStudent' : 'empty.chooseTutor')}
        action={
          isLearner && (
            <LinkButton to="/tutors" variant="secondary">
              {t('empty.studentAction')}
            </LinkButton>
          )
        }
      />
    </div>
  )
}

/** Bookable times, next to the tutors to write to, for users without a question. */
function FirstTimes() {
  const t = useMessages(chat)
  const action = (
    <LinkButton to="/tutors" variant="secondary" size="sm">
      {t('empty.studentAction')}
    </LinkButton>
  )
  return (
    <div className="container-page w-full max-w-4xl overflow-y-auto py-6">
      <FreeTutors title={t('empty.bookTitle')} text={t('empty.bookText')} action={action} />
    </div>
  )
}
