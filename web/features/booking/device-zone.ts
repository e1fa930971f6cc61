import { type Instant, localTime, minutes } from '#domain/cairo'

/** How far the device's own clock is from Cairo's then, in minutes; zero where both show the same. */
export function deviceOffsetFromCairo(at: Instant, zone = Intl.DateTimeFormat().resolvedOptions().timeZone): number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((wall - at) / minutes(1)) - localTime(at).offsetMinutes
}
