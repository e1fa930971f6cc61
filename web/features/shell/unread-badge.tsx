import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { useUnreadTotal } from '../chat/shared/unread.ts'

/** More than this is "many". */
const MOST = 99

/** How many messages wait. */
export function UnreadBadge() {
  const t = useMessages(shell)
  const format = useFormat()
  const count = useUnreadTotal()
  const shown = count > MOST ? `+${format.number(MOST)}` : format.number(count)
  return <CountBadge count={count > 0 ? shown : null} label={t('unread', { count })} />
}
