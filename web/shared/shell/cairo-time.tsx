import { accountMenu } from '#messages/account-menu'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'

/**
 * Tutors plan in Cairo time, and the dashboard shows no other, wherever the user is. A phone's header has no room for the
 * day.
 */
export function CairoTime() {
  const t = useMessages(accountMenu)
  const format = useFormat()
  const now = useNow(10_000)
  return (
    <p className="text-muted text-sm sm:truncate">
      <span className="block text-xs leading-tight sm:hidden">{t('cairoTimeShort', { moment: format.time(now) })}</span>
      <span className="max-sm:hidden">{t('cairoTime', { moment: format.moment(now) })}</span>
    </p>
  )
}
