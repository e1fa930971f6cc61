import { useRef } from 'react'
import type { Instant, TimeRange } from '#domain/cairo'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import type { StepState } from '#domain/onboarding/steps'
import { useNow } from '../../platform/clock.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { isFocusLost, moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { MeetingCard } from './meeting-card.tsx'
import { MeetingResult } from './meeting-result.tsx'
import { MeetingTimes } from './meeting-times.tsx'

const TICK_MS = 60_000

type MeetingStepProps = {
  kind: MeetingKind
  state: StepState
  latest: Meeting | null
  retryAt: Instant | null
  /** The tutor's meetings at other steps, which must not overlap. */
  own: readonly TimeRange[]
}

/** An interview or a demo session: its times, the booked one, or its result. */
export function MeetingStep({ kind, state, latest, retryAt, own }: MeetingStepProps) {
  const now = useNow(TICK_MS)
  const content = useRef<HTMLDivElement>(null)
  const isBooked = latest?.status === MeetingStatus.Pending
  // The pressed button has been removed together with its container.
  useFocusAfter(isBooked, () => {
    if (isFocusLost()) moveFocus(content.current)
  })
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      {isBooked ? (
        <MeetingCard meeting={latest} />
      ) : (
        <NotBooked kind={kind} state={state} latest={latest} retryAt={retryAt} own={own} now={now} />
      )}
    </div>
  )
}

function NotBooked({ kind, state, latest, retryAt, own, now }: MeetingStepProps & { now: Instant }) {
  const mayBook = state === 'open' || (retryAt !== null && retryAt <= now)
  return (
    <div className="flex flex-col gap-5">
      {latest && <MeetingResult meeting={latest} retryAt={retryAt} now={now} />}
      {mayBook && <MeetingTimes kind={kind} own={own} />}
    </div>
  )
}
