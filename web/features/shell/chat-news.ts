import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shell } from '../../i18n/ar/shell.ts'
import { messagesOf } from '../../i18n/messages.ts'
import { toast } from '../../ui/toasts.ts'
import { type Incoming, onIncoming } from '../chat/shared/chat-line.ts'
import { isWatched } from '../chat/shared/history.ts'
import { toLine } from '../chat/shared/markup.ts'

/** The list of rooms says it by itself: alone on a phone, beside the conversation on a wide screen. */
const isListShown = (): boolean => {
  const shown = document.querySelector<HTMLElement>('[data-fill]')?.dataset.fill
  return shown === 'list' || (shown === 'alone' && window.matchMedia('(min-width: 64rem)').matches)
}

/** Says that somebody has written, unless one is reading them, or has muted them. */
export function useChatNews(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const tell = ({ message: { roomId, text }, room }: Incoming) => {
      if (isWatched(roomId) || room?.settings.muted || isListShown()) return
      const t = messagesOf(shell)
      const open = () => navigate({ to: '/chat', search: { room: roomId } }).then(() => true)
      toast.info(room?.otherMember.name ?? t('news.someone'), {
        id: `room-${roomId}`,
        description: toLine(text),
        actions: [{ label: t('news.open'), onAction: open }],
      })
    }
    return onIncoming(tell)
  }, [navigate])
}
