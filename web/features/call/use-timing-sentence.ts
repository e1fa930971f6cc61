import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import type { Meeting } from './meeting.ts'
import { meetingTime } from './meeting-clock.ts'
import { useClockText } from './use-clock-text.ts'

/** Where the meeting stands by the clock, from second to second. */
export function useTimingSentence(meeting: Meeting): string {
  const t = useMessages(words)
  const format = useFormat()
  const clockText = useClockText()
  const at = useNow(1000)
  const time = meetingTime(meeting, at)
  if (time.is === 'before') return t('ready.startsIn', { time: clockText(time.seconds) })
  if (time.is === 'past') return t('ready.pastEnd')
  const minutes = Math.floor((at - meeting.start) / 60_000)
  return minutes === 0 ? t('ready.startedNow') : t('ready.started', { time: format.duration(minutes) })
}
