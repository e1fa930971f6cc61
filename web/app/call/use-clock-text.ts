import { useFormat } from '../../platform/format.ts'

/** A duration in an isolate that runs from left to right: inside Arabic text its parts would change places. */
export function useClockText(): (seconds: number) => string {
  const format = useFormat()
  return (seconds) => `\u2066${format.countdown(seconds)}\u2069`
}
