import type { Acknowledgement } from '#contract/live/frames'
import type { WireCallMinute } from '#contract/live/session'
import type { Instant } from '#domain/cairo'
import {
  CALL_BOUNDS,
  CALL_MINUTES_AT_ONCE,
  type JoinFailure,
  minuteOf,
  type NetworkKind,
  networkKinds,
} from '#domain/sessions/call-quality'
import { log } from '../../platform/log.ts'
import { createMinuteCounter, failedMinute, readingOf } from './minute-counter.ts'

type Deps = {
  /** By the server's clock. */
  now: () => Instant
  send: (minutes: readonly WireCallMinute[]) => Promise<Acknowledgement>
  /** Of the present connection; empty without one. */
  readStats: () => Promise<RTCStatsReport[]>
  /** `isRoomMissing`: the user is joining, and the session's socket does not open. */
  view: () => { isTogether: boolean; isConnected: boolean; isRoomMissing: boolean }
}

const READ_MS = 5000
/** Until the first picture, whose time is to be known, but not for longer than it may take. */
const READ_FAST_MS = 500
/** A join has failed where it was tried for this long in a minute. */
const FAILED_AFTER_MS = 15_000
/** More minutes than a room is open are never kept for later. */
const MOST_UNSENT = 75

function networkKind(): NetworkKind | null {
  const { connection } = navigator as Navigator & { connection?: { type?: string } }
  const type = connection?.type
  if (type === undefined || type === 'unknown' || type === 'none') return null
  return networkKinds.find((kind) => kind === type) ?? 'other'
}

/** Measures one side of a lesson's call and sends each minute when it is over (docs/rules/lessons.md 12.1, 12.2), until `stop`. */
export function startReporting({ now, send, readStats, view }: Deps) {
  const counter = createMinuteCounter()
  let minute = minuteOf(now())
  let readAt = performance.now()
  let missingMs = 0
  let togetherAt: number | null = null
  let firstPictureMs: number | null = null
  let isPictureSent = false
  let hasConnected = false
  let unsent: WireCallMinute[] = []
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = async () => {
    const sending = unsent.slice(0, CALL_MINUTES_AT_ONCE)
    if (sending.length === 0) return
    unsent = unsent.slice(sending.length)
    if ((await send(sending)) === 'unreachable') unsent = [...sending, ...unsent].slice(0, MOST_UNSENT)
  }
  const failureOf = (): JoinFailure | null => {
    if (missingMs >= FAILED_AFTER_MS) return 'room'
    return !hasConnected && counter.interruptedMs() >= FAILED_AFTER_MS ? 'no-path' : null
  }
  const closeMinute = () => {
    const failure = failureOf()
    const picture = isPictureSent ? null : firstPictureMs
    const measured = counter.take(minute, { network: networkKind(), firstPictureMs: picture })
    const taken = failure ? failedMinute(minute, failure, networkKind()) : measured
    if (measured && !failure && picture !== null) isPictureSent = true
    missingMs = 0
    if (taken) unsent.push(taken)
    void flush()
  }
  const read = async () => {
    const reading = readingOf(await readStats().catch(() => []))
    if (isStopped) return
    const at = performance.now()
    const ms = at - readAt
    readAt = at
    const { isTogether, isConnected, isRoomMissing } = view()
    if (isTogether) togetherAt ??= at
    hasConnected ||= isConnected
    if (isRoomMissing) missingMs += ms
    if (togetherAt !== null && reading.framesDecoded > 0) firstPictureMs ??= at - togetherAt
    counter.add({ reading, isTogether, isConnected, ms })
    const current = minuteOf(now())
    if (current === minute) return
    closeMinute()
    minute = current
  }
  const isAwaitingPicture = () =>
    firstPictureMs === null && (togetherAt === null || performance.now() - togetherAt < CALL_BOUNDS.firstPictureMs)
  const schedule = () => {
    timer = setTimeout(
      async () => {
        await read().catch((error: unknown) => log.warning('call: not measured', error))
        if (!isStopped) schedule()
      },
      isAwaitingPicture() ? READ_FAST_MS : READ_MS,
    )
  }
  schedule()
  // The frame still leaves over the open socket. Who comes back in the same minute measures on: of one minute the first counts.
  window.addEventListener('pagehide', closeMinute)

  return {
    /** The join failed: sent at once, as the user may leave. */
    fail: (why: JoinFailure) => {
      unsent.push(failedMinute(minute, why, networkKind()))
      void flush()
    },
    /** Sends the minute that is not over. To be called while the socket is open. */
    stop: () => {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('pagehide', closeMinute)
      closeMinute()
    },
  }
}
