import { API_BASE } from '../../platform/origin.ts'

/** How a call would work on this network. */
export type ConnectionCheck = { type: 'good' | 'slow' | 'blocked'; tripMs: number } | { type: 'offline' }

const SLOW_TRIP_MS = 600
const SLOW_MEGABITS = 0.5
const GATHER_MS = 3000
const ROUND_TRIPS = 3

async function fastestRoundTrip(): Promise<number | null> {
  let fastest: number | null = null
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const startedAt = performance.now()
    const response = await fetch(`${API_BASE}/health`, { cache: 'no-store' }).catch(() => null)
    if (!response) return null
    const ms = performance.now() - startedAt
    fastest = fastest === null ? ms : Math.min(fastest, ms)
  }
  return fastest
}

/** Whether WebRTC finds any candidate; some networks and browser extensions block it altogether. */
async function findsIceCandidates(): Promise<boolean> {
  const pc = new RTCPeerConnection()
  pc.createDataChannel('check')
  const found = new Promise<boolean>((resolve) => {
    pc.onicecandidate = ({ candidate }) => {
      if (candidate) resolve(true)
    }
    setTimeout(() => resolve(false), GATHER_MS)
  })
  await pc.setLocalDescription()
  return found.finally(() => pc.close())
}

export async function checkConnection(): Promise<ConnectionCheck> {
  const tripMs = await fastestRoundTrip()
  if (tripMs === null) return { type: 'offline' }
  if (!(await findsIceCandidates().catch(() => false))) return { type: 'blocked', tripMs: Math.round(tripMs) }
  const { connection } = navigator as Navigator & { connection?: { downlink?: number } }
  const isSlow = tripMs > SLOW_TRIP_MS || (connection?.downlink ?? 10) < SLOW_MEGABITS
  return { type: isSlow ? 'slow' : 'good', tripMs: Math.round(tripMs) }
}
