import { Globe } from 'lucide-react'
import { localTime } from '#domain/cairo'
import { weeks } from '../i18n/ar/weeks.ts'
import { useMessages } from '../i18n/messages.ts'
import { now } from '../lib/now.ts'

const deviceOffsetMinutes = (at: number): number => -new Date(at).getTimezoneOffset()

/** Says whose time it is, where the device stands on another zone's. */
export function CairoNote() {
  const t = useMessages(weeks)
  const at = now()
  if (deviceOffsetMinutes(at) === localTime(at).offsetMinutes) return null
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <Globe aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {t('zone')}
    </p>
  )
}
