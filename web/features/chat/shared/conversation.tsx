import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import type { User } from '#contract/users'
import { chat } from '../../../i18n/ar/chat.ts'
import { messagesOf, useMessages } from '../../../i18n/messages.ts'
import { codeText } from '../../../platform/error-text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { ToldMessage } from './bubble-menu.tsx'
import { deleteMessage, editMessage } from './changes.ts'
import type { RoomView } from './chat-state.ts'
import { Composer, isTouch, useFocusAtStart } from './composer.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { useDraft } from './draft.ts'
import { FirstWords } from './first-words.tsx'
import { loadNewest } from './history.ts'
import { IncomingVoice } from './incoming-voice.tsx'
import { toTyped } from './markup.ts'
import { Messages } from './messages.tsx'
import { sendMessage } from './outbox.ts'
import { TypingLine } from './typing-line.tsx'
import { useRoom } from './use-room.ts'
import { useTypingSigns } from './use-typing-signs.ts'

/** The person on the other side, as far as the conversation speaks of them. */
export type Other = { id: number; name: string; gender: 'male' | 'female' | null; image: string | null }

type ConversationProps = {
  roomId: number
  me: User
  other: Other
  /** Why one cannot write here, in place of the box. */
  closed?: ReactNode
  /** Beside something else, the box does not ask for the focus. */
  quiet?: boolean
}

/** What was said in a room, and where one says more. Its height is its parent's. */
export function Conversation({ roomId, me, other, closed, quiet = false }: ConversationProps) {
  const room = useRoom(roomId)
  const [edited, setEdited] = useState<ToldMessage | null>(null)
  const [asked, setAsked] = useState<ToldMessage | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  useFocusAtStart(box, !quiet)
  const edit = useCallback((message: ToldMessage) => {
    setEdited(message)
    focusSoon(box)
  }, [])
  const endEdit = () => {
    setEdited(null)
    focusSoon(box)
  }
  const remove = useCallback((message: ToldMessage) => setAsked(message), [])
  return (
    <div className="flex h-full min-h-0 flex-col bg-page">
      <Body roomId={roomId} room={room} me={me} other={other} actions={{ edit, remove }} />
      <IncomingVoice roomId={roomId} name={other.name} />
      <TypingLine roomId={roomId} other={other} />
      <ConnectionNote />
      {closed ?? (
        <Writing
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
        asked={asked}
        onClose={() => setAsked(null)}
        // The menu that asked goes with its message.
        onDeleted={() => setTimeout(() => isTouch() || box.current?.focus(), 0)}
      />
    </div>
  )
}

/** Another box stands there a moment later: the one for a change, or the one for something new. */
const focusSoon = (box: RefObject<HTMLTextAreaElement | null>) => setTimeout(() => box.current?.focus(), 0)

function lastOwn(room: RoomView | undefined, myId: number): ToldMessage | undefined {
  const message = room?.timeline.messages.findLast(({ userId, deleted }) => userId === myId && !deleted)
  if (!message) return undefined
  const { id, userId, text, edited, deleted } = message
  return { id, userId, text, edited, deleted, at: 0, isMine: true, progress: 'sent', refusal: null, outgoing: null }
}

type BodyProps = {
  roomId: number
  room: RoomView | undefined
  me: User
  other: Other
  actions: { edit: (message: ToldMessage) => void; remove: (message: ToldMessage) => void }
}

function Body({ roomId, room, me, other, actions }: BodyProps) {
  const t = useMessages(chat)
  if (room?.failure && !room.isLoaded) {
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
  if (!room?.isLoaded) return <Waiting />
  return (
    <Messages
      roomId={roomId}
      room={room}
      me={me}
      other={other}
      actions={actions}
      empty={<FirstWords name={other.name} />}
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

type WritingProps = {
  roomId: number
  me: User
  other: Other
  edited: ToldMessage | null
  box: RefObject<HTMLTextAreaElement | null>
  onDone: () => void
  onEditLast: () => void
}

/** The box, for something new or for a change of something said. */
function Writing({ roomId, me, other, edited, box, onDone, onEditLast }: WritingProps) {
  const [draft, setDraft] = useDraft(`${me.id}.${roomId}`)
  const [changed, setChanged] = useState(() => (edited ? toTyped(edited.text) : ''))
  const sign = useTypingSigns(roomId)
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
        if (text !== '') sign()
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
  asked: ToldMessage | null
  onClose: () => void
  onDeleted: () => void
}

function DeleteQuestion({ roomId, asked, onClose, onDeleted }: DeleteQuestionProps) {
  const t = useMessages(chat)
  const remove = async (id: number) => {
    const code = await deleteMessage({ roomId, id })
    if (code === 'ok') return onDeleted()
    toast.error(t('delete.failed'), { id: `delete-${id}`, description: t(`refusals.${code}`) })
    throw new Error(code)
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => open || onClose()}
      tone="danger"
      title={t('delete.title')}
      description={t('delete.text')}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.keep')}
      onConfirm={() => asked && remove(asked.id)}
    />
  )
}
