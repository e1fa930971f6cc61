import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import { type AlertSample, alertChanges, firingAlerts, type OpenAlert } from './alerts.ts'

const NOTHING: AlertSample = {
  requests: { recent: { all: 0, failed: 0 }, hour: { all: 0, failed: 0 } },
  bookings: { all: 0, failed: 0 },
  joins: { all: 0, failed: 0 },
  noticesLate: 0,
  messagesLate: 0,
  messagesParked: 0,
  jobsFailed: 0,
}
const firing = (changed: Partial<AlertSample>) =>
  firingAlerts(Object.assign({}, NOTHING, changed)).map(({ kind }) => kind)
const requests = (recent: [number, number], hour: [number, number]) => ({
  requests: { recent: { failed: recent[0], all: recent[1] }, hour: { failed: hour[0], all: hour[1] } },
})

describe('an alert', () => {
  it('is none where nothing happened, or all went well', () => {
    expect(firingAlerts(NOTHING)).toEqual([])
    const well = { all: 100_000, failed: 0 }
    expect(firing({ requests: { recent: well, hour: well }, bookings: well, joins: well })).toEqual([])
  })

  it('is that the API fails, in the hour and in the last minutes', () => {
    expect(firing(requests([2, 100], [15, 1000]))).toEqual(['api-errors'])
    expect(firing(requests([2, 100], [14, 1000]))).toEqual([])
    expect(firing(requests([0, 100], [500, 1000]))).toEqual([])
    expect(firing(requests([1, 100], [500, 1000]))).toEqual([])
    expect(firing(requests([4, 4], [4, 4]))).toEqual([])
    expect(firing(requests([5, 5], [5, 5]))).toEqual(['api-errors'])
  })

  it('is that bookings or joins fail, some of few and a share of many', () => {
    expect(firing({ bookings: { all: 3, failed: 3 } })).toEqual(['booking-failures'])
    expect(firing({ bookings: { all: 2, failed: 2 } })).toEqual([])
    expect(firing({ bookings: { all: 1000, failed: 19 } })).toEqual([])
    expect(firing({ bookings: { all: 1000, failed: 20 } })).toEqual(['booking-failures'])
    expect(firing({ joins: { all: 50, failed: 5 } })).toEqual(['joins-failed'])
    expect(firing({ joins: { all: 51, failed: 5 } })).toEqual([])
    expect(firing({ joins: { all: 4, failed: 4 } })).toEqual([])
  })

  it('is what waits or has failed', () => {
    expect(firing({ noticesLate: 1 })).toEqual(['notices-late'])
    expect([firing({ messagesLate: 19 }), firing({ messagesLate: 20 })]).toEqual([[], ['messages-late']])
    expect([firing({ messagesParked: 9 }), firing({ messagesParked: 10 })]).toEqual([[], ['messages-parked']])
    expect(firing({ jobsFailed: 1 })).toEqual(['jobs-failed'])
  })
})

describe('what operators are notified of', () => {
  const NOW = Date.parse('2026-02-11T10:00:00Z')
  const STEP = minutes(5)
  /** What operators are notified of, where one kind is wrong in these steps of five minutes. */
  function told(isFiring: readonly boolean[]): string[] {
    let open: OpenAlert[] = []
    return isFiring.flatMap((fires, step) => {
      const now = NOW + step * STEP
      const { opened, continued, over } = alertChanges(open, fires ? [{ kind: 'jobs-failed', count: 1 }] : [], now)
      const others = open.filter(({ id }) => ![...continued, ...over].some((one) => one.id === id))
      open = [
        ...others,
        ...opened.map(({ kind }) => ({ id: step, kind, count: 1, openedAt: now, lastFiringAt: now, notifiedAt: now })),
        ...continued.map(({ id, kind, count, openedAt, notifiedAt, isNotified }) => ({
          id,
          kind,
          count,
          openedAt,
          lastFiringAt: now,
          notifiedAt: isNotified ? now : notifiedAt,
        })),
      ]
      expect(open.length).toBeLessThanOrEqual(1)
      return [
        ...opened.map(() => `opened ${step}`),
        ...continued.filter(({ isNotified }) => isNotified).map(() => `continues ${step}`),
        ...over.map(() => `over ${step}`),
      ]
    })
  }
  const steps = (count: number, fires: boolean) => Array.from({ length: count }, () => fires)

  it('is the beginning and the end', () => {
    expect(told([...steps(2, false), ...steps(3, true), ...steps(5, false)])).toEqual(['opened 2', 'over 7'])
  })

  it('is one alert where it comes and goes within a quarter of an hour', () => {
    expect(told([true, false, false, true, false, false, true, ...steps(3, false)])).toEqual(['opened 0', 'over 9'])
  })

  it('is said again every four hours', () => {
    const perHour = hours(1) / STEP
    expect(told([...steps(9 * perHour, true), ...steps(3, false)])).toEqual([
      'opened 0',
      `continues ${4 * perHour}`,
      `continues ${8 * perHour}`,
      `over ${9 * perHour + 2}`,
    ])
  })

  it('is a beginning, then an end, whatever happens in between', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (isFiring) => {
        const states = told([...isFiring, ...steps(3, false)])
          .map((line) => line.split(' ')[0])
          .filter((state) => state !== 'continues')
        expect(states).toEqual(states.map((_, index) => (index % 2 === 0 ? 'opened' : 'over')))
        expect(states.length % 2).toBe(0)
      }),
    )
  })
})
