import { clsx } from 'clsx'
import { Globe } from 'lucide-react'
import { type Instant, localDay } from '#domain/cairo'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { deviceTime, differsFromCairo } from '../device-clock.ts'

/** An instant in the device's time zone, next to Cairo's time; nothing if the two agree. */
export function DeviceTime({ at, className = 'text-muted' }: { at: Instant; className?: string }) {
  const t = useMessages(weeks)
  const format = useFormat()
  if (!differsFromCairo(at)) return null
  const { day, minute } = deviceTime(at)
  const hour = format.timeOfDay(minute)
  const from = day === localDay(at) ? hour : format.series([format.date(day), hour])
  return (
    <span className={clsx('mt-0.5 flex items-center gap-1.5 font-normal text-sm', className)}>
      <Globe aria-hidden className="size-4 shrink-0" />
      {t('deviceTime', { from })}
    </span>
  )
}
