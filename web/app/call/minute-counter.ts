import type { WireCallMinute } from '#contract/live/session'
import { type Instant, toIso } from '#domain/cairo'
import {
  CALL_BOUNDS,
  type CallFigure,
  callFigures,
  type JoinFailure,
  type MediaRoute,
  type NetworkKind,
} from '#domain/sessions/call-quality'

/** The counters of one received track; they begin anew with a new connection. */
type Inbound = { lost: number; received: number; bytes: number; freezes: number; frozenMs: number }

/** What the statistics of a connection say at one moment. */
export type Reading = {
  inbound: ReadonlyMap<string, Inbound>
  framesDecoded: number
  roundTripMs: number | null
  jitterMs: number | null
  route: MediaRoute | null
}

const ZERO: Inbound = { lost: 0, received: 0, bytes: 0, freezes: 0, frozenMs: 0 }

/** Reads reports by the names of the W3C; a browser that lacks one counts nothing of it. */
export function readingOf(reports: readonly RTCStatsReport[]): Reading {
  const inbound = new Map<string, Inbound>()
  let framesDecoded = 0
  let roundTripMs: number | null = null
  let jitterMs: number | null = null
  let route: MediaRoute | null = null
  for (const report of reports)
    report.forEach((entry) => {
      if (entry.type === 'inbound-rtp') {
        inbound.set(entry.id, {
          lost: entry.packetsLost ?? 0,
          received: entry.packetsReceived ?? 0,
          bytes: entry.bytesReceived ?? 0,
          freezes: entry.freezeCount ?? 0,
          frozenMs: (entry.totalFreezesDuration ?? 0) * 1000,
        })
        framesDecoded += entry.framesDecoded ?? 0
        if (entry.jitter !== undefined) jitterMs = Math.max(jitterMs ?? 0, entry.jitter * 1000)
      }
      if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined) {
        roundTripMs = entry.currentRoundTripTime * 1000
        const ends = [entry.localCandidateId, entry.remoteCandidateId].map((id) => report.get(id)?.candidateType)
        route = ends.includes('relay') ? 'relay' : 'direct'
      }
    })
  return { inbound, framesDecoded, roundTripMs, jitterMs, route }
}

/** A stretch of the call, and the reading at its end. */
export type Stretch = { reading: Reading; isTogether: boolean; isConnected: boolean; ms: number }

type Rest = { network: NetworkKind | null; firstPictureMs: number | null }

const whole = (name: CallFigure, value: number | null): number | null =>
  value === null ? null : Math.min(CALL_BOUNDS[name], Math.max(0, Math.round(value)))

/** The minute of a join that failed, which measured nothing. */
export function failedMinute(minute: Instant, failure: JoinFailure, network: NetworkKind | null): WireCallMinute {
  const nothing = Object.fromEntries(callFigures.map((name) => [name, null])) as Record<CallFigure, null>
  return { ...nothing, minute: toIso(minute), route: null, network, failure }
}

/** Adds up what one side of a call receives, a minute at a time (docs/rules/lessons.md 12.1). */
export function createMinuteCounter() {
  let before: Reading['inbound'] = new Map()
  let sum = ZERO
  let roundTrips: number[] = []
  let jitters: number[] = []
  let route: MediaRoute | null = null
  let togetherMs = 0
  let interruptedMs = 0

  const count = (id: string, now: Inbound) => {
    const last = before.get(id) ?? ZERO
    // Counters that have become less are those of a new connection.
    const from = now.received < last.received ? ZERO : last
    sum = {
      lost: sum.lost + Math.max(0, now.lost - from.lost),
      received: sum.received + now.received - from.received,
      bytes: sum.bytes + Math.max(0, now.bytes - from.bytes),
      freezes: sum.freezes + Math.max(0, now.freezes - from.freezes),
      frozenMs: sum.frozenMs + Math.max(0, now.frozenMs - from.frozenMs),
    }
  }
  const add = ({ reading, isTogether, isConnected, ms }: Stretch) => {
    if (isTogether) {
      for (const [id, now] of reading.inbound) count(id, now)
      togetherMs += ms
      if (!isConnected) interruptedMs += ms
      if (isConnected && reading.roundTripMs !== null) roundTrips.push(reading.roundTripMs)
      if (isConnected && reading.jitterMs !== null) jitters.push(reading.jitterMs)
      route = reading.route ?? route
    }
    if (reading.inbound.size > 0) before = reading.inbound
  }
  /** The minute so far, and begins the next; null where the two were not together. */
  const take = (minute: Instant, { network, firstPictureMs }: Rest): WireCallMinute | null => {
    const packets = sum.lost + sum.received
    const mean = (values: number[]) =>
      values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length
    const taken: WireCallMinute | null =
      togetherMs === 0
        ? null
        : {
            minute: toIso(minute),
            loss: whole('loss', packets === 0 ? null : (sum.lost / packets) * 1000),
            roundTripMs: whole('roundTripMs', mean(roundTrips)),
            jitterMs: whole('jitterMs', mean(jitters)),
            freezes: whole('freezes', sum.freezes),
            frozenMs: whole('frozenMs', sum.frozenMs),
            interruptedMs: whole('interruptedMs', interruptedMs),
            receivedKbps: whole('receivedKbps', (sum.bytes * 8) / togetherMs),
            firstPictureMs: whole('firstPictureMs', firstPictureMs),
            route,
            network,
            failure: null,
          }
    sum = ZERO
    roundTrips = []
    jitters = []
    route = null
    togetherMs = 0
    interruptedMs = 0
    return taken
  }
  return { add, take, togetherMs: () => togetherMs, interruptedMs: () => interruptedMs }
}
