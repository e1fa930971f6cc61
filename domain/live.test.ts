import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FRAME_THROTTLE,
  type FrameDecision,
  HEARTBEAT_TIMEOUT_MS,
  heartbeatState,
  isReplenished,
  maySubscribe,
  newFrameThrottle,
  nextHeartbeatCheck,
  PERSON_THROTTLE,
  PING_AFTER_MS,
  stricter,
  throttleFrame,
} from './live.ts'
import { Role } from './roles.ts'

it('the staff’s room is open to staff, those of invoices and statistics to admins only', () => {
  expect([maySubscribe('TutorsCache', Role.Student), maySubscribe('ServerStats', Role.SuperAdmin)]).toEqual([
    true,
    true,
  ])
  for (const role of [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio])
    expect(maySubscribe('AdminInvoices', role)).toBe(false)
  const staff = [Role.SuperAdmin, Role.RegularAdmin, Role.TutorManager, Role.Studio]
  for (const role of Object.values(Role)) expect(maySubscribe('Staff', role)).toBe(staff.some((one) => one === role))
})

describe('a connection', () => {
  it('is pinged after 20 seconds of silence and lost after 28', () => {
    expect(heartbeatState(0, PING_AFTER_MS - 1)).toBe('alive')
    expect(heartbeatState(0, PING_AFTER_MS)).toBe('overdue')
    expect(heartbeatState(0, HEARTBEAT_TIMEOUT_MS - 1)).toBe('overdue')
    expect(heartbeatState(0, HEARTBEAT_TIMEOUT_MS)).toBe('lost')
    expect(HEARTBEAT_TIMEOUT_MS).toBeLessThan(30_000)
  })

  it('is checked when it would become overdue or lost, and without connections nothing is checked', () => {
    expect(nextHeartbeatCheck([], 5)).toBeNull()
    expect(nextHeartbeatCheck([1000, 3000], 4000)).toBe(1000 + PING_AFTER_MS)
    expect(nextHeartbeatCheck([0, 15_000], PING_AFTER_MS)).toBe(HEARTBEAT_TIMEOUT_MS)
    expect(nextHeartbeatCheck([0], HEARTBEAT_TIMEOUT_MS + 7)).toBe(HEARTBEAT_TIMEOUT_MS + 7)
  })
})

describe('what a socket sends', () => {
  const { burst, perSecond, pauseMs, maxRefusals } = FRAME_THROTTLE
  const send = (count: number, from = newFrameThrottle(0), at = 0) => {
    let throttle = from
    const decisions: FrameDecision[] = []
    for (let frame = 0; frame < count; frame++) {
      const next = throttleFrame(throttle, 1, at)
      throttle = next.throttle
      decisions.push(next.decision)
    }
    return { throttle, decisions }
  }

  it('is accepted up to the burst, refused beyond it, and the socket closed beyond that', () => {
    const { decisions } = send(burst + maxRefusals + 1)
    expect(decisions.slice(0, burst)).toEqual(Array(burst).fill('accept'))
    expect(decisions.slice(burst, -1)).toEqual(Array(maxRefusals).fill('refuse'))
    expect(decisions.at(-1)).toBe('close')
  })

  it('is refused until the pause has passed', () => {
    const { throttle } = send(burst + 1)
    expect(throttleFrame(throttle, 1, pauseMs - 1).decision).toBe('refuse')
    expect(throttleFrame(throttle, 1, pauseMs).decision).toBe('accept')
  })

  it('is never refused within the rate per second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1000 / perSecond, max: 10_000 }), { maxLength: 300 }), (gaps) => {
        let [throttle, at] = [send(burst).throttle, 0]
        for (const gap of gaps) {
          at += gap
          const next = throttleFrame(throttle, 1, at)
          expect(next.decision).toBe('accept')
          throttle = next.throttle
        }
      }),
    )
  })

  it('of a person is no longer counted once its allowance is full again', () => {
    const fresh = newFrameThrottle(0, PERSON_THROTTLE)
    expect(isReplenished(fresh, 0, PERSON_THROTTLE)).toBe(true)
    const { throttle } = throttleFrame(fresh, PERSON_THROTTLE.perSecond, 0, PERSON_THROTTLE)
    expect(isReplenished(throttle, 999, PERSON_THROTTLE)).toBe(false)
    expect(isReplenished(throttle, 1000, PERSON_THROTTLE)).toBe(true)
    const { throttle: paused } = throttleFrame(fresh, PERSON_THROTTLE.burst + 1, 0, PERSON_THROTTLE)
    expect(isReplenished(paused, PERSON_THROTTLE.pauseMs - 1, PERSON_THROTTLE)).toBe(false)
  })

  it('allows what both limits allow', () => {
    expect(stricter('accept', 'refuse')).toBe('refuse')
    expect(stricter('close', 'refuse')).toBe('close')
    expect(stricter('accept', 'accept')).toBe('accept')
  })

  it('is closed in the end when it sends in bursts with short pauses', () => {
    let [throttle, at, decision] = [newFrameThrottle(0), 0, 'accept' as FrameDecision]
    for (let round = 0; round < 20 && decision !== 'close'; round++) {
      for (let frame = 0; frame < 150; frame++) ({ decision, throttle } = throttleFrame(throttle, 1, at))
      at += pauseMs
    }
    expect(decision).toBe('close')
  })
})

it('silence is measured to the millisecond', () => {
  const now = 1_000_000
  expect(heartbeatState(now - PING_AFTER_MS + 1, now)).toBe('alive')
  expect(heartbeatState(now - PING_AFTER_MS, now)).toBe('overdue')
  expect(heartbeatState(now - HEARTBEAT_TIMEOUT_MS + 1, now)).toBe('overdue')
  expect(heartbeatState(now - HEARTBEAT_TIMEOUT_MS, now)).toBe('lost')
})

it('refusals are forgotten once at most a second’s frames are missing from the allowance', () => {
  const throttling = { burst: 10, perSecond: 4, pauseMs: 1000, maxRefusals: 3 }
  const after = (left: number) =>
    throttleFrame({ left, at: 0, pausedUntil: 0, refused: 2 }, 1, 0, throttling).throttle.refused
  expect([6, 7, 8].map(after)).toEqual([2, 0, 0])
})
