import { type Measured, type Quality, qualityOf } from './quality.ts'

type Counters = { lost: number; received: number }

function read(report: RTCStatsReport): Counters & { roundTripMs: number | null } {
  let [lost, received, roundTripMs] = [0, 0, null as number | null]
  report.forEach((entry) => {
    if (entry.type === 'inbound-rtp') {
      lost += entry.packetsLost ?? 0
      received += entry.packetsReceived ?? 0
    }
    if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined)
      roundTripMs = entry.currentRoundTripTime * 1000
  })
  return { lost, received, roundTripMs }
}

/** Reads the quality of a connection; lost packets are counted since the reading before. */
export function qualityReader(pc: RTCPeerConnection): () => Promise<Quality> {
  let before: Counters = { lost: 0, received: 0 }
  return async () => {
    const { lost, received, roundTripMs } = read(await pc.getStats())
    const since: Measured = { lost: lost - before.lost, received: received - before.received, roundTripMs }
    before = { lost, received }
    return qualityOf(since)
  }
}
