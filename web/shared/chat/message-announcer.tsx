import { useEffect, useState } from 'react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { onIncomingMessage } from './incoming-messages.ts'
import { toLine } from './markup.ts'

/** Reads new messages out to screen readers. The list itself is not a live region: it would read out what is scrolled to. */
export function MessageAnnouncer({ roomId, name }: { roomId: number; name: string }) {
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
