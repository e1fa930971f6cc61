import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addRequest,
  addSums,
  concurrency,
  type DatabaseUse,
  figuresByCall,
  type MeasuredRequest,
  noDatabaseUse,
  STEP_MS,
  type Step,
  type Sums,
  seriesOf,
  stepAt,
  sumSince,
  totalOf,
  WINDOW_MS,
  windowStart,
} from './measurements.ts'

const NOW = Date.parse('2026-02-11T10:00:02Z')

const count = fc.nat(1000)
const database: fc.Arbitrary<DatabaseUse> = fc.record({
  statements: count,
  waitMs: count,
  sqlMs: count,
  rowsRead: count,
  rowsWritten: count,
  unreported: count,
})
const request: fc.Arbitrary<MeasuredRequest> = fc.record({
  call: fc.constantFrom('GET /lesson/:id', 'POST /lesson', 'GET /user/current'),
  status: fc.constantFrom(200, 400, 500),
  code: fc.constantFrom(undefined, 'illegal', 'unexpected'),
  ms: fc.nat(100_000),
  database,
})
const requests = fc.array(request, { maxLength: 60 })

function sumsOf(all: readonly MeasuredRequest[]): Sums {
  const sums: Sums = {}
  for (const one of all) addRequest(sums, one)
  return sums
}

const aRequest = (changes: Partial<MeasuredRequest> = {}): MeasuredRequest => ({
  call: 'GET /lesson/:id',
  status: 200,
  code: undefined,
  ms: 10,
  database: noDatabaseUse(),
  ...changes,
})

describe('sums', () => {
  it('are the same whether requests are added one by one or by isolate', () => {
    fc.assert(
      fc.property(requests, requests, (some, others) => {
        expect(addSums(sumsOf(some), sumsOf(others))).toEqual(sumsOf([...some, ...others]))
      }),
    )
  })

  it('lose no request, and count each code and failure', () => {
    fc.assert(
      fc.property(requests, (all) => {
        const total = totalOf(sumsOf(all))
        expect(total.requests).toBe(all.length)
        expect(total.failures).toBe(all.filter(({ status }) => status === 500).length)
        expect(total.codes.illegal ?? 0).toBe(all.filter(({ code }) => code === 'illegal').length)
        expect(total.database.rowsRead).toBe(all.reduce((sum, one) => sum + one.database.rowsRead, 0))
        expect(figuresByCall(sumsOf(all)).reduce((sum, one) => sum + one.requests, 0)).toBe(all.length)
      }),
    )
  })

  it('leave what they were added from unchanged', () => {
    const from = sumsOf([aRequest()])
    const before = JSON.parse(JSON.stringify(from)) as Sums
    addSums(addSums({}, from), sumsOf([aRequest({ code: 'illegal' })]))
    expect(from).toEqual(before)
  })
})

describe('the window', () => {
  const step = (start: number): Step => ({ start, sums: sumsOf([aRequest()]) })

  it('holds exactly an hour of steps, the present one included', () => {
    expect(stepAt(NOW) - windowStart(NOW)).toBe(WINDOW_MS - STEP_MS)
  })

  it('is summed over its end only', () => {
    const steps = [0, 1, 2, 3].map((back) => step(stepAt(NOW) - back * STEP_MS))
    expect(totalOf(sumSince(steps, NOW, 2 * STEP_MS)).requests).toBe(2)
    expect(totalOf(sumSince(steps, NOW, WINDOW_MS)).requests).toBe(4)
  })

  it('is drawn as points of equal width, oldest first, empty ones included', () => {
    const minute = 60_000
    const start = NOW - (NOW % minute)
    const points = seriesOf([step(start), step(start - STEP_MS), step(start - 3 * minute)], NOW, 3 * minute, minute)
    expect(points.map(({ at, requests }) => [at, requests])).toEqual([
      [start - 2 * minute, 0],
      [start - minute, 1],
      [start, 1],
    ])
    expect(points[0]).toMatchObject({ p50: null, p99: null })
  })
})

describe('the concurrency', () => {
  it('is the total duration of requests divided by the time that passed', () => {
    const sums = sumsOf([aRequest({ ms: 30_000 }), aRequest({ ms: 60_000 })])
    const steps = [0, 12].map((back) => ({ start: stepAt(NOW) - back * STEP_MS, sums }))
    expect([concurrency(steps, NOW, 60_000), concurrency(steps, NOW, 120_000)]).toEqual([1.5, 1.5])
  })
})

describe('the figures of calls', () => {
  const request = (call: string, more: Partial<MeasuredRequest> = {}): MeasuredRequest => ({
    call,
    status: 200,
    code: undefined,
    ms: 8,
    database: noDatabaseUse(),
    ...more,
  })
  const sumsOf = (...requests: MeasuredRequest[]) => {
    const sums: Sums = {}
    for (const one of requests) addRequest(sums, one)
    return sums
  }

  it('name the busiest call first, and equally busy ones in the order of their names', () => {
    const calls = ['GET /c', 'GET /a', 'GET /b', 'GET /b', 'GET /d'].map((call) => request(call))
    const expected = ['GET /b', 'GET /a', 'GET /c', 'GET /d']
    for (const order of [calls, calls.toReversed()])
      expect(figuresByCall(sumsOf(...order)).map(({ call }) => call)).toEqual(expected)
  })

  it('count every refusal and failure, and nothing that succeeded', () => {
    const sums = sumsOf(
      request('GET /a'),
      request('GET /a', { status: 404, code: 'not-found' }),
      request('GET /a', { status: 404, code: 'not-found' }),
      request('GET /a', { status: 500, code: 'internal' }),
    )
    expect(figuresByCall(sums)).toMatchObject([{ requests: 4, failures: 1, errors: 3 }])
    expect(totalOf(sums).codes).toEqual({ 'not-found': 2, internal: 1 })
  })

  it('know how long each request took', () => {
    const [figures] = figuresByCall(sumsOf(request('GET /a')))
    expect(figures?.p50).toBeGreaterThan(0)
    expect(Object.values(totalOf(sumsOf(request('GET /a'), request('GET /b'))).durations)).toEqual([2])
  })
})

it('a step begins at a multiple of its width', () => {
  expect([0, 1, STEP_MS - 1, STEP_MS, 2 * STEP_MS + 1].map(stepAt)).toEqual([0, 0, 0, STEP_MS, 2 * STEP_MS])
  expect(windowStart(WINDOW_MS + 1)).toBe(STEP_MS)
})

it('a step that begins with the span belongs to it', () => {
  const sums: Sums = {}
  addRequest(sums, { call: 'GET /a', status: 200, code: undefined, ms: 10, database: noDatabaseUse() })
  expect(concurrency([{ start: STEP_MS, sums }], 2 * STEP_MS, 2 * STEP_MS)).toBe(10 / (2 * STEP_MS))
  expect(concurrency([{ start: 0, sums }], 2 * STEP_MS, 2 * STEP_MS)).toBe(0)
})
