import { ClockAlert, Globe } from 'lucide-react'
import { clockWarning } from '#messages/clock-warning'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { dismissClockFault, useClockFault } from './clock-fault.ts'

/**
 * Lesson times are the server's and right in any case; this explains why the device's clock disagrees
 * (docs/rules/time.md 1.5).
 */
export function ClockWarning() {
  const t = useMessages(clockWarning)
  const format = useFormat()
  const fault = useClockFault()
  if (!fault) return null
  // A traveller's device shows the right time for another zone; a device with a wrong clock shows wrong times everywhere.
  const isElsewhere = fault.key === 'elsewhere'
  const Icon = isElsewhere ? Globe : ClockAlert
  const what = 'minutes' in fault ? t(fault.key, { duration: format.duration(fault.minutes) }) : t(fault.key)
  const text = isElsewhere ? t('elsewhereText', { time: format.time(now()) }) : t('text')
  return (
    <section
      aria-label={t('label')}
      className={isElsewhere ? 'bg-info-soft text-info-ink' : 'bg-danger-soft text-danger-ink'}
    >
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <Icon aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <b>{what}</b> {text}
        </p>
        <Button size="sm" variant="ghost" onClick={dismissClockFault}>
          {t('dismiss')}
        </Button>
      </div>
    </section>
  )
}
