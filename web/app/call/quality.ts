/** The quality of the connection between the two members. */
export type Quality = 'unknown' | 'good' | 'fair' | 'poor'

/** Packets since the last reading, and the present round trip. */
export type Measured = { lost: number; received: number; roundTripMs: number | null }

/** Shares of lost packets and round trips from which audio and video suffer. */
const FAIR = { lost: 0.03, roundTripMs: 300 }
const POOR = { lost: 0.1, roundTripMs: 700 }

const exceeds = (limit: typeof FAIR, lost: number, roundTripMs: number) =>
  lost >= limit.lost || roundTripMs >= limit.roundTripMs

export function qualityOf({ lost, received, roundTripMs }: Measured): Quality {
  const sent = lost + received
  if (sent === 0 && roundTripMs === null) return 'unknown'
  const share = sent === 0 ? 0 : Math.max(0, lost) / sent
  if (exceeds(POOR, share, roundTripMs ?? 0)) return 'poor'
  return exceeds(FAIR, share, roundTripMs ?? 0) ? 'fair' : 'good'
}
