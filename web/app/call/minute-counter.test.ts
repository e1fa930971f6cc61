import { describe, expect, it } from 'vitest'
import { callMinute } from '#contract/live/session'
import { fromIso } from '#domain/cairo'
import { createMinuteCounter, failedMinute, readingOf, type Stretch } from './minute-counter.ts'

const MINUTE = fromIso('2026-02-11T10:00:00Z')
const NOTHING = { network: null, firstPictureMs: null }

type Entry = Record<string, unknown> & { id: string; type: string }
const reportOf = (...entries: Entry[]) =>
  new Map(entries.map((entry) => [entry.id, entry])) as unknown as RTCStatsReport

const video = (received: number, lost = 0, rest: object = {}): Entry => ({
  id: 'video',
  type: 'inbound-rtp',
  packetsReceived: received,
  packetsLost: lost,
  bytesReceived: received * 1000,
  ...rest,
})
const pair = (seconds: number, local = 'host'): Entry[] => [
  {
    id: 'pair',
    type: 'candidate-pair',
    nominated: true,
    currentRoundTripTime: seconds,
    localCandidateId: local,
    remoteCandidateId: 'host',
  },
  { id: 'host', type: 'candidate', candidateType: 'host' },
  { id: 'relay', type: 'candidate', candidateType: 'relay' },
]

const stretch = (entries: Entry[], changes: Partial<Stretch> = {}): Stretch => ({
  reading: readingOf([reportOf(...entries)]),
  isTogether: true,
  isConnected: true,
  ms: 5000,
  ...changes,
})

/** The minute of these stretches. */
function minuteOf(...stretches: Stretch[]) {
  const counter = createMinuteCounter()
  for (const one of stretches) counter.add(one)
  return counter.take(MINUTE, NOTHING)
}

describe('a minute of a call', () => {
  it('counts what was received since the reading before', () => {
    const counter = createMinuteCounter()
    counter.add(stretch([video(1000, 10), ...pair(0.1)]))
    counter.take(MINUTE, NOTHING)
    counter.add(stretch([video(1900, 110, { freezeCount: 2, totalFreezesDuration: 1.5, jitter: 0.02 }), ...pair(0.2)]))
    counter.add(stretch([video(1900, 110, { freezeCount: 2, totalFreezesDuration: 1.5, jitter: 0.04 }), ...pair(0.3)]))
    expect(counter.take(MINUTE, { network: 'wifi', firstPictureMs: 812.4 })).toEqual({
      minute: '2026-02-11T10:00:00.000Z',
      loss: 100,
      roundTripMs: 250,
      jitterMs: 30,
      freezes: 2,
      frozenMs: 1500,
      interruptedMs: 0,
      receivedKbps: 720,
      firstPictureMs: 812,
      route: 'direct',
      network: 'wifi',
      failure: null,
    })
  })

  it('counts a new connection from its beginning, and packets that came late after all as none', () => {
    expect(minuteOf(stretch([video(1000, 500)]), stretch([video(100, 0)]))).toMatchObject({ loss: 313 })
    expect(minuteOf(stretch([video(1000, 100)]), stretch([video(2000, 90)]))).toMatchObject({ loss: 48 })
  })

  it('counts the time without a connection, whose round trip is none', () => {
    const lost = { isConnected: false, ms: 9000 }
    expect(minuteOf(stretch([video(10), ...pair(0.1)]), stretch([video(10), ...pair(5)], lost))).toMatchObject({
      interruptedMs: 9000,
      roundTripMs: 100,
    })
  })

  it('names a relay at either end', () => {
    expect(minuteOf(stretch([video(10), ...pair(0.1, 'relay')]))).toMatchObject({ route: 'relay' })
  })

  it('is none while the other is not inside, and counts nothing of that time later', () => {
    const alone = { isTogether: false }
    expect(minuteOf(stretch([video(1000, 900)], alone))).toBeNull()
    expect(minuteOf(stretch([video(1000, 900)], alone), stretch([video(2000, 900)]))).toMatchObject({ loss: 0 })
  })

  it('is one that is taken, whatever a browser says', () => {
    const wild = video(1, 0, { bytesReceived: 1e12, freezeCount: 1e6, totalFreezesDuration: 1e6, jitter: 1e6 })
    const minute = minuteOf(stretch([wild, ...pair(1e6)], { ms: 1, isConnected: true }))
    expect(callMinute.safeParse(minute).success).toBe(true)
    expect(callMinute.safeParse(minuteOf(stretch([]))).success).toBe(true)
    expect(callMinute.safeParse(failedMinute(MINUTE, 'no-path', 'cellular')).success).toBe(true)
  })
})
