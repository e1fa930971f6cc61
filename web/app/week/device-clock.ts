import { hours, type Instant, type LocalDay, localTime } from '#domain/cairo'

/** Wall-clock time: the day, and minutes after its midnight. */
export type ShownTime = { day: LocalDay; minute: number }

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The wall-clock time of the device's own zone at an instant. */
export function deviceTime(at: Instant, zone = deviceZone()): ShownTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}` as LocalDay
  return { day, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

/** Whether the device shows another time than Cairo at an instant. */
export function differsFromCairo(at: Instant, zone = deviceZone()): boolean {
  const { day, hour, minute } = localTime(at)
  const shown = deviceTime(at, zone)
  return shown.day !== day || shown.minute !== hour * 60 + minute
}

/** Also looks two weeks ahead: some zones agree with Cairo only until its clocks change. */
export const differsFromCairoSoon = (now: Instant, zone = deviceZone()): boolean =>
  differsFromCairo(now, zone) || differsFromCairo(now + hours(24 * 14), zone)
