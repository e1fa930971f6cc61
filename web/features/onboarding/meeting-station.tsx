import type { Instant, TimeRange } from '#domain/cairo'
import type { StationState } from '#domain/onboarding/stations'
import { useNow } from '../../platform/clock.ts'
import type { Meeting, MeetingKind } from './meeting.ts'
import { MeetingCard } from './meeting-card.tsx'
import { MeetingResult } from './meeting-result.tsx'
import { MeetingTimes } from './meeting-times.tsx'

const TICK_MS = 60_000

type MeetingStationProps = {
  kind: MeetingKind
  state: StationState
  latest: Meeting | null
  retryAt: Instant | null
  /** The tutor's meetings at other stations, beside which no other fits. */
  own: readonly TimeRange[]
}

/** An interview or a demo session: its times, the booked one, or what came of it. */
export function MeetingStation({ kind, state, latest, retryAt, own }: MeetingStationProps) {
  const now = useNow(TICK_MS)
  if (latest?.status === 'pending') return <MeetingCard meeting={latest} />
  const mayBook = state === 'open' || (retryAt !== null && retryAt <= now)
  return (
    <div className="flex flex-col gap-5">
      {latest && <MeetingResult meeting={latest} retryAt={retryAt} now={now} />}
      {mayBook && <MeetingTimes kind={kind} own={own} />}
    </div>
  )
}
