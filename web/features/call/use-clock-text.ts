import { useFormat } from '../../platform/format.ts'

/** Running time reads from left to right, also in the middle of an Arabic sentence. */
export function useClockText(): (seconds: number) => string {
  const format = useFormat()
  return (seconds) => `\u2066${format.countdown(seconds)}\u2069`
}
