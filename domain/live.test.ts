import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FRAME_THROTTLE,
  type FrameDecision,
  HEARTBEAT_TIMEOUT_MS,
  heartbeatState,
  mayWatch,
  newFrameThrottle,
  nextHeartbeatCheck,
  PING_AFTER_MS,
  throttleFrame,
} from './live.ts'
import { Role } from './roles.ts'

it('the staff’s rooms are for admins', () => {
  expect([mayWatch('TutorsCache', Role.Student), mayWatch('ServerStats', Role.SuperAdmin)]).toEqual([true, true])
  for (const role of [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio])
    expect(mayWatch('AdminInvoices', role)).toBe(false)
})

describe('a line', () => {
  it('is asked after 20 seconds of silence and given up after 28', () => {
    expect(heartbeatState(0, PING_AFTER_MS - 1)).toBe('alive')
    expect(heartbeatState(0, PING_AFTER_MS)).toBe('silent')
    expect(heartbeatState(0, HEARTBEAT_TIMEOUT_MS - 1)).toBe('silent')
    expect(heartbeatState(0, HEARTBEAT_TIMEOUT_MS)).toBe('gone')
    expect(HEARTBEAT_TIMEOUT_MS).toBeLessThan(30_000)
  })

  it('is looked at when its silence would become one, and nobody is looked at for nothing', () => {
    expect(nextHeartbeatCheck([], 5)).toBeNull()
    expect(nextHeartbeatCheck([1000, 3000], 4000)).toBe(1000 + PING_AFTER_MS)
    expect(nextHeartbeatCheck([0, 15_000], PING_AFTER_MS)).toBe(HEARTBEAT_TIMEOUT_MS)
    expect(nextHeartbeatCheck([0], HEARTBEAT_TIMEOUT_MS + 7)).toBe(HEARTBEAT_TIMEOUT_MS + 7)
  })
})

describe('what a socket sends', () => {
  const { burst, perSecond, pauseMs, refusals } = FRAME_THROTTLE
  const send = (count: number, from = newFrameThrottle(0), at = 0) => {
    let pace = from
    const verdicts: FrameDecision[] = []
    for (let frame = 0; frame < count; frame++) {
      const judged = throttleFrame(pace, 1, at)
      pace = judged.pace
      verdicts.push(judged.decision)
    }
    return { pace, verdicts }
  }

  it('is taken up to the burst, refused beyond it, and the socket closed beyond that', () => {
    const { verdicts } = send(burst + refusals + 1)
    expect(verdicts.slice(0, burst)).toEqual(Array(burst).fill('take'))
    expect(verdicts.slice(burst, -1)).toEqual(Array(refusals).fill('refuse'))
    expect(verdicts.at(-1)).toBe('close')
  })

  it('is refused until the pause has passed', () => {
    const { pace } = send(burst + 1)
    expect(throttleFrame(pace, 1, pauseMs - 1).decision).toBe('refuse')
    expect(throttleFrame(pace, 1, pauseMs).decision).toBe('take')
  })

  it('is never refused at the measure of a second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1000 / perSecond, max: 10_000 }), { maxLength: 300 }), (gaps) => {
        let [pace, at] = [send(burst).pace, 0]
        for (const gap of gaps) {
          at += gap
          const judged = throttleFrame(pace, 1, at)
          expect(judged.decision).toBe('take')
          pace = judged.pace
        }
      }),
    )
  })

  it('is not forgiven by the short quiet of the pause alone', () => {
    let [pace, at, verdict] = [newFrameThrottle(0), 0, 'take' as FrameDecision]
    for (let round = 0; round < 20 && verdict !== 'close'; round++) {
      for (let frame = 0; frame < 150; frame++) ({ decision: verdict, pace } = throttleFrame(pace, 1, at))
      at += pauseMs
    }
    expect(verdict).toBe('close')
  })
})
