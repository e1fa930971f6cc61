import { chat } from '../../../i18n/ar/chat.ts'
import { useMessages } from '../../../i18n/messages.ts'
import type { Other } from './conversation.tsx'
import { useTyping } from './typing.ts'

/** A line that is always there, so that nothing moves when the other begins to write. */
export function TypingLine({ roomId, other }: { roomId: number; other: Other }) {
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
