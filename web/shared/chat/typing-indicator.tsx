import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import type { ChatPartner } from './conversation.tsx'
import { useTyping } from './typing.ts'

/** Its row is always there: otherwise the messages would move whenever the partner begins or stops typing. */
export function TypingIndicator({ roomId, other }: { roomId: number; other: ChatPartner }) {
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
