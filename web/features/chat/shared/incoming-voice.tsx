import { useEffect, useState } from 'react'
import { chat } from '../../../i18n/ar/chat.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { onIncoming } from './chat-line.ts'
import { toLine } from './markup.ts'

/** Says what the other writes to those who do not see it. The list itself is silent: scrolling is no news. */
export function IncomingVoice({ roomId, name }: { roomId: number; name: string }) {
  const t = useMessages(chat)
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      onIncoming(({ message }) => {
        if (message.roomId === roomId) setSaid(toLine(message.text))
      }),
    [roomId],
  )
  return (
    <p role="status" className="sr-only">
      {said && t('list.said', { name, text: said })}
    </p>
  )
}
