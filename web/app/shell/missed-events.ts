import type { ServerFrame } from '#contract/live/user'

/** Without `Resumed` within this time, events may have been missed. */
const ANSWER_WITHIN_MS = 5000

/**
 * Calls `onMissed` where events may have been missed while there was no connection. The party counts them (docs/rules/live.md 1.9), and
 * says how many there were when the tab resumes: after most gaps there is nothing to fetch.
 */
export function watchForMissed(onMissed: () => void) {
  /** The number of the last event up to which none was missed; null before the first `Resumed`. */
  let seen: number | null = null
  let answer: ReturnType<typeof setTimeout> | undefined
  const resumed = (events: number | undefined) => {
    const hasMissed = answer !== undefined && events !== seen
    clearTimeout(answer)
    answer = undefined
    seen = events ?? null
    if (hasMissed) onMissed()
  }
  return {
    onOpen: (afterGap: boolean) => {
      clearTimeout(answer)
      answer = undefined
      if (!afterGap) return
      if (seen === null) onMissed()
      else answer = setTimeout(() => resumed(undefined), ANSWER_WITHIN_MS)
    },
    onEvent: (frame: ServerFrame) => {
      if (frame.event === 'Resumed') resumed(frame.payload.events)
      else if ('events' in frame && frame.events !== undefined && seen !== null && frame.events === seen + 1) seen++
    },
    stop: () => clearTimeout(answer),
  }
}
