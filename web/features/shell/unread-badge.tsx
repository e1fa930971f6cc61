import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useUnreadTotal } from '../../lib/chat/unread.ts'
import { useFormat } from '../../lib/format.ts'
import { CountBadge } from '../../ui/badge.tsx'

/** Beside the chat's icon: how many messages wait. */
export function UnreadBadge() {
  const t = useMessages(shell)
  const format = useFormat()
  const count = useUnreadTotal()
  return (
    <span className="absolute -inset-e-3 -top-2.5 scale-90">
      <CountBadge count={count > 0 ? format.number(count) : null} label={t('unread', { count })} />
    </span>
  )
}
