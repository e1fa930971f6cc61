import type { Format } from '../../platform/format.ts'

const SECONDS_A_MINUTE = 60

/** 1:05, in the reader's digits. */
export function clockText(format: Format, seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const rest = format.number(whole % SECONDS_A_MINUTE, { minimumIntegerDigits: 2 })
  return `${format.number(Math.floor(whole / SECONDS_A_MINUTE))}:${rest}`
}
