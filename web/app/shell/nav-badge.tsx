import { frame } from '#messages/frame'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { useUnreadTotal } from '../../shared/chat/unread.ts'
import { CountBadge } from '../../ui/badge.tsx'
import type { NavPlace } from './nav.ts'

/** More than this is shown as `+99`. */
const MAX_SHOWN = 99

/** The number of unread messages. */
function UnreadBadge() {
  const t = useMessages(frame)
  const format = useFormat()
  const count = useUnreadTotal()
  const shown = count > MAX_SHOWN ? `+${format.number(MAX_SHOWN)}` : format.number(count)
  return <CountBadge count={count > 0 ? shown : null} label={t('unread', { count })} />
}

/** The badge of a place of the navigation: unread messages at the chat. */
export function NavBadge({ place, className }: { place: NavPlace; className: string }) {
  if (place.label !== 'chat') return null
  return (
    <span className={className}>
      <UnreadBadge />
    </span>
  )
}
