import { useLocation } from '@tanstack/react-router'
import { localTime, ZONE } from '#domain/cairo'
import { now, serverClockOffset } from '../../platform/clock.ts'
import { useFirstRender } from '../../platform/first-render.ts'
import { tabStorage } from '../../platform/storage.ts'
import { createStore, useStore } from '../../platform/store.ts'

/** From this difference on the device's own reminders come at a noticeably wrong time. */
const WARN_FROM_MS = 60_000
const KEY = 'hessa.clock-seen'

type Fault = { key: 'ahead' | 'behind'; minutes: number } | { key: 'zone' | 'elsewhere' }

const hasOtherHour = (): boolean => -new Date(now()).getTimezoneOffset() !== localTime(now()).offsetMinutes

/**
 * Egypt reintroduced summer time in 2023: a device in Cairo's zone with older zone data shows a wrong hour in every app. In
 * another zone the user is abroad, or has chosen it by mistake.
 */
const zoneFault = (): Fault | null =>
  hasOtherHour() ? { key: Intl.DateTimeFormat().resolvedOptions().timeZone === ZONE ? 'zone' : 'elsewhere' } : null

const isSeen = createStore(false)

function faultOf(aheadBy: number): Fault | null {
  if (Math.abs(aheadBy) >= WARN_FROM_MS)
    return { key: aheadBy < 0 ? 'ahead' : 'behind', minutes: Math.round(Math.abs(aheadBy) / 60_000) }
  return zoneFault()
}

// The edge, which has no storage, knows nothing of the device's clock.
const wasSeen = (): boolean => typeof window === 'undefined' || tabStorage.get(KEY) !== null

/** The page that the edge has rendered does not know this device: the warning, which would shift it, waits for the next screen. */
function useIsRenderedPage(): boolean {
  const { path } = useFirstRender()
  return useLocation({ select: ({ pathname }) => pathname }) === path
}

/** The warning about the device's clock, until it has been dismissed in this tab. */
export function useClockFault(): Fault | null {
  const fault = faultOf(useStore(serverClockOffset))
  const isRenderedPage = useIsRenderedPage()
  return useStore(isSeen) || isRenderedPage || wasSeen() ? null : fault
}

/** The current state of the warning, before the frame is rendered. */
export const readClockFault = (): Fault | null => (isSeen.get() || wasSeen() ? null : faultOf(serverClockOffset.get()))

export function dismissClockFault(): void {
  tabStorage.set(KEY, 'true')
  isSeen.set(true)
}
