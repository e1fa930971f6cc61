import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shell } from '#messages/shell'
import { messagesOf } from '../../messages/messages.ts'
import { isRoomOnScreen } from '../../shared/chat/history.ts'
import { type IncomingMessage, onIncomingMessage } from '../../shared/chat/incoming-messages.ts'
import { toLine } from '../../shared/chat/markup.ts'
import { toast } from '../../ui/toasts.ts'

/** Whether the list of rooms is visible, which already shows new messages. */
const isListShown = (): boolean => {
  const shown = document.querySelector<HTMLElement>('[data-fill]')?.dataset.fill
  return shown === 'list' || (shown === 'alone' && window.matchMedia('(min-width: 64rem)').matches)
}

/** Shows a toast for a message of somebody else, unless its room is on the screen or muted. */
export function useChatNotifications(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const notify = ({ message: { roomId, text }, room }: IncomingMessage) => {
      if (isRoomOnScreen(roomId) || room?.settings.muted || isListShown()) return
      const t = messagesOf(shell)
      const open = () => navigate({ to: '/chat', search: { room: roomId } }).then(() => true)
      toast.info(room?.otherMember.name ?? t('notifications.someone'), {
        id: `room-${roomId}`,
        description: toLine(text),
        actions: [{ label: t('notifications.open'), onAction: open }],
      })
    }
    return onIncomingMessage(notify)
  }, [navigate])
}
