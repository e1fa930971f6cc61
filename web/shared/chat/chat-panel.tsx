import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useMe } from '../../platform/current-user.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useChatEvents } from './chat-events.ts'
import { Conversation } from './conversation.tsx'
import { roomMembersQuery } from './room-queries.ts'

export type ChatPanelProps = {
  /** The room of the two members; `roomWithQuery` (room-queries.ts) finds it. */
  roomId: number
  /** The heading; "محادثة الحصة" unless given. */
  title?: string
  /** Shows a button that closes the panel. */
  onClose?: () => void
}

/** A conversation next to other content, as on the chat screen. It fills its parent's height. */
export function ChatPanel({ roomId, title, onClose }: ChatPanelProps) {
  const t = useMessages(chat)
  const me = useMe()
  useChatEvents(me.id)
  const members = useQuery(roomMembersQuery(roomId))
  const heading = title ?? t('panel.title')
  return (
    <section aria-label={heading} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="flex min-h-14 items-center gap-2 border-line border-b ps-4 pe-2">
        <h2 className="min-w-0 grow truncate text-base">{heading}</h2>
        {onClose && <IconButton icon={X} label={t('panel.close')} onClick={onClose} />}
      </header>
      <div className="min-h-0 flex-1">
        <QueryView query={members} loading={<Spinner />}>
          {(list) => {
            const other = list.find(({ id }) => id !== me.id)
            if (!other) return null
            const partner = { ...other, name: shownName(other) ?? t('someone') }
            return <Conversation key={roomId} roomId={roomId} me={me} other={partner} />
          }}
        </QueryView>
      </div>
    </section>
  )
}
