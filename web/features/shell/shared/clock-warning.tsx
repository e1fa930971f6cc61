import { ClockAlert } from 'lucide-react'
import { useState } from 'react'
import { localTime, ZONE } from '#domain/cairo'
import { clockWarning } from '../../../i18n/ar/clock-warning.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { now, serverClockOffset } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/format.ts'
import { useStore } from '../../../platform/store.ts'
import { Button } from '../../../ui/button.tsx'

/** From this difference on the device's own reminders come at a noticeably wrong time. */
const WARN_FROM_MS = 60_000
const KEY = 'hessa.clock-seen'

type Fault = { key: 'ahead' | 'behind'; minutes: number } | { key: 'zone' | 'elsewhere' }

const hasOtherHour = (): boolean => -new Date(now()).getTimezoneOffset() !== localTime(now()).offsetMinutes

/**
 * Egypt brought summer time back in 2023: a device in Cairo's zone with older zone data shows a wrong hour in every app. In
 * another zone the person is abroad, or has chosen it by mistake.
 */
const zoneFault = (): Fault | null =>
  hasOtherHour() ? { key: Intl.DateTimeFormat().resolvedOptions().timeZone === ZONE ? 'zone' : 'elsewhere' } : null

function faultOf(aheadBy: number): Fault | null {
  if (Math.abs(aheadBy) >= WARN_FROM_MS)
    return { key: aheadBy < 0 ? 'ahead' : 'behind', minutes: Math.round(Math.abs(aheadBy) / 60_000) }
  return zoneFault()
}

/**
 * Lesson times are the server's and right in any case; this explains why the device's clock disagrees
 * (docs/rules/time.md 1.5).
 */
export function ClockWarning() {
  const t = useMessages(clockWarning)
  const format = useFormat()
  const fault = faultOf(useStore(serverClockOffset))
  const [isSeen, setIsSeen] = useState(() => sessionStorage.getItem(KEY) !== null)
  if (!fault || isSeen) return null
  const dismiss = () => {
    sessionStorage.setItem(KEY, 'true')
    setIsSeen(true)
  }
  const what = 'minutes' in fault ? t(fault.key, { duration: format.duration(fault.minutes) }) : t(fault.key)
  const text = fault.key === 'elsewhere' ? t('elsewhereText', { time: format.time(now()) }) : t('text')
  return (
    <section aria-label={t('label')} className="bg-danger-soft text-danger-ink">
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <ClockAlert aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <b>{what}</b> {text}
        </p>
        <Button size="sm" variant="ghost" onClick={dismiss}>
          {t('dismiss')}
        </Button>
      </div>
    </section>
  )
}
