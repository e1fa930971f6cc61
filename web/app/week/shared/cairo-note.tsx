import { Globe } from 'lucide-react'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../../messages/messages.ts'
import { now } from '../../../platform/clock.ts'
import { useIsFirstRender } from '../../../platform/first-render.ts'
import { useClockFault } from '../../../shared/shell/clock-fault.ts'
import { differsFromCairoSoon } from '../device-clock.ts'

/** States that times are Cairo's, if the device's zone differs and the screen's frame does not already say so. */
export function CairoNote() {
  const t = useMessages(weeks)
  const isSaid = useClockFault()?.key === 'elsewhere'
  // The edge does not know the device's zone.
  const isFirst = useIsFirstRender()
  if (isFirst || isSaid || !differsFromCairoSoon(now())) return null
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <Globe aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {t('zone')}
    </p>
  )
}
