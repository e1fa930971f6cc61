import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#contract/users'
import { chat } from '#messages/chat'
import { messagesOf, useMessages } from '../../messages/messages.ts'
import { useDraft } from '../../platform/draft.ts'
import { codeText } from '../../platform/error-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import type { SavedMessage } from './bubble-menu.tsx'
import { deleteMessage, editMessage } from './changes.ts'
import { type RoomView, useRoomView } from './chat-state.ts'
import { Composer, isTouch, useFocusAtStart } from './composer.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import { loadNewest, watchRoom } from './history.ts'
import { onIncomingMessage } from './incoming-messages.ts'
import { toLine, toTyped } from './markup.ts'
import { type ChatPartner, Messages } from './messages.tsx'
import { sendMessage } from './outbox.ts'
import { useTyping, useTypingEvents } from './typing.ts'
import { useUnreadOf } from './unread.ts'

/** Its row is always there: otherwise the messages would move whenever the partner begins or stops typing. */
function TypingIndicator({ roomId, other }: { roomId: number; other: ChatPartner }) {
  const t = useMessages(chat)
  const isTyping = useTyping(roomId) === other.id
  return (
    <p className="h-6 px-5 text-muted text-sm leading-6">
      {isTyping && (
        <span className="animate-pulse motion-reduce:animate-none" data-typing>
          {t(other.gender === 'female' ? 'typing.female' : 'typing.male', { name: other.name })}
        </span>
      )}
    </p>
  )
}

/** Reads new messages out to screen readers. The list itself is not a live region: it would read out what is scrolled to. */
function MessageAnnouncer({ roomId, name }: { roomId: number; name: string }) {
  const t = useMessages(chat)
  const [text, setText] = useState('')
  useEffect(
    () =>
      onIncomingMessage(({ message }) => {
        if (message.roomId === roomId) setText(toLine(message.text))
      }),
    [roomId],
  )
  return (
    <p role="status" className="sr-only">
      {text && t('list.said', { name, text })}
    </p>
  )
}

type ConversationProps = {
  roomId: number
  me: User
  other: ChatPartner
  /** Replaces the composer if the user may not write. */
  closed?: ReactNode
  /** Beside something else: the box does not take the focus. */
  quiet?: boolean
}

/** A room's messages and the composer. It is as high as its parent. */
export function Conversation({ roomId, me, other, closed, quiet = false }: ConversationProps) {
  const room = useRoom(roomId)
  const [edited, setEdited] = useState<SavedMessage | null>(null)
  const [deleting, setDeleting] = useState<SavedMessage | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  useFocusAtStart(box, !quiet)
  const edit = useCallback((message: SavedMessage) => {
    setEdited(message)
    focusSoon(box)
  }, [])
  const endEdit = () => {
    setEdited(null)
    focusSoon(box)
  }
  const remove = useCallback((message: SavedMessage) => setDeleting(message), [])
  return (
    <div className="flex h-full min-h-0 flex-col bg-page">
      <Body roomId={roomId} room={room} me={me} other={other} actions={{ edit, remove }} />
      <MessageAnnouncer roomId={roomId} name={other.name} />
      <TypingIndicator roomId={roomId} other={other} />
      <ConnectionNote />
      {closed ?? (
        <MessageBox
          key={edited?.id ?? 'new'}
          roomId={roomId}
          me={me}
          other={other}
          edited={edited}
          box={box}
          onDone={endEdit}
          onEditLast={() => {
            const last = lastOwn(room, me.id)
            if (last) edit(last)
          }}
        />
      )}
      <DeleteQuestion
        roomId={roomId}
        message={deleting}
        onClose={() => setDeleting(null)}
        // The menu that opened the question is gone with its message, and the focus with it.
        onDeleted={() => setTimeout(() => isTouch() || moveFocus(box.current), 0)}
      />
    </div>
  )
}

/** A room's conversation, kept up to date while the component is shown; undefined until loading has begun. */
function useRoom(roomId: number): RoomView | undefined {
  const unread = useUnreadOf(roomId)
  const watch = useEffectEvent(() => watchRoom(roomId, unread))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another room begins anew; the unread count matters at the beginning alone
  useEffect(() => watch(), [roomId])
  return useRoomView(roomId)
}

/** After the render, which replaces the box: a new message and an edit have one each. */
const focusSoon = (box: RefObject<HTMLTextAreaElement | null>) => setTimeout(() => moveFocus(box.current), 0)

function lastOwn(room: RoomView | undefined, myId: number): SavedMessage | undefined {
  const message = room?.timeline.messages.findLast(({ userId, deleted }) => userId === myId && !deleted)
  if (!message) return undefined
  const { id, userId, text, edited, deleted } = message
  return { id, userId, text, edited, deleted, at: 0, isMine: true, progress: 'sent', refusal: null, outgoing: null }
}

type BodyProps = {
  roomId: number
  room: RoomView | undefined
  me: User
  other: ChatPartner
  actions: { edit: (message: SavedMessage) => void; remove: (message: SavedMessage) => void }
}

function Body({ roomId, room, me, other, actions }: BodyProps) {
  const t = useMessages(chat)
  // Read on this device before, and now without a network.
  const isStored = room?.failure === 'network' && room.timeline.messages.length > 0
  if (room?.failure && !room.isLoaded && !isStored) {
    const isTheirs = room.failure === 'room-not-found' || room.failure === 'forbidden'
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorState
          title={t('list.failed')}
          text={isTheirs ? t('list.notYours') : codeText(room.failure)}
          {...(isTheirs ? {} : { onRetry: () => void loadNewest(roomId) })}
        />
      </div>
    )
  }
  if (!room || !(room.isLoaded || isStored)) return <Waiting />
  return (
    <Messages
      roomId={roomId}
      room={room}
      me={me}
      other={other}
      actions={actions}
      empty={<EmptyConversation name={other.name} />}
    />
  )
}

function Waiting() {
  const t = useMessages(chat)
  return (
    <Loading text={t('list.loading')} className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-4">
      <Skeleton className="h-14 w-3/5 rounded-2xl" />
      <Skeleton className="h-20 w-2/3 self-end rounded-2xl" />
      <Skeleton className="h-14 w-2/5 rounded-2xl" />
    </Loading>
  )
}

type MessageBoxProps = {
  roomId: number
  me: User
  other: ChatPartner
  edited: SavedMessage | null
  box: RefObject<HTMLTextAreaElement | null>
  onDone: () => void
  onEditLast: () => void
}

/** The composer, for a new message or for the edit of one. */
function MessageBox({ roomId, me, other, edited, box, onDone, onEditLast }: MessageBoxProps) {
  const [draft, setDraft] = useDraft(`${me.id}.${roomId}`)
  const [changed, setChanged] = useState(() => (edited ? toTyped(edited.text) : ''))
  const sendTyping = useTypingEvents(roomId)
  const send = (wire: string) => {
    if (!edited) {
      setDraft('')
      return sendMessage(roomId, wire)
    }
    onDone()
    if (wire !== edited.text) void saveEdit(roomId, edited.id, wire)
  }
  return (
    <Composer
      box={box}
      name={other.name}
      onSend={send}
      onEditLast={onEditLast}
      text={edited ? changed : draft}
      onText={(text) => {
        if (edited) return setChanged(text)
        setDraft(text)
        if (text !== '') sendTyping()
      }}
      editing={edited ? { onCancel: onDone } : null}
    />
  )
}

async function saveEdit(roomId: number, id: number, text: string): Promise<void> {
  const code = await editMessage({ roomId, id }, text)
  if (code === 'ok') return
  const t = messagesOf(chat)
  const again = { label: t('list.retry'), onAction: () => void saveEdit(roomId, id, text) }
  const actions = code === 'unreachable' ? { actions: [again] } : {}
  toast.error(t('edit.failed'), { id: `edit-${id}`, description: t(`refusals.${code}`), ...actions })
}

type DeleteQuestionProps = {
  roomId: number
  message: SavedMessage | null
  onClose: () => void
  onDeleted: () => void
}

function DeleteQuestion({ roomId, message, onClose, onDeleted }: DeleteQuestionProps) {
  const t = useMessages(chat)
  const remove = async (id: number) => {
    const code = await deleteMessage({ roomId, id })
    if (code === 'ok') return onDeleted()
    toast.error(t('delete.failed'), { id: `delete-${id}`, description: t(`refusals.${code}`) })
    throw new Error(code)
  }
  return (
    <ConfirmDialog
      open={message !== null}
      onClose={onClose}
      tone="danger"
      title={t('delete.title')}
      description={t('delete.text')}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.keep')}
      onConfirm={() => message && remove(message.id)}
    />
  )
}
