import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WireCallMinute } from '#contract/live/session'
import { startReporting } from './call-reporter.ts'

const NOON = Date.parse('2026-02-11T10:00:00Z')

let page: EventTarget
let sent: WireCallMinute[][]

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  page = new EventTarget()
  sent = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () =>
  startReporting({
    now: Date.now,
    send: async (minutes) => {
      sent.push([...minutes])
      return 'ok'
    },
    readStats: async () => [],
    view: () => ({ isTogether: true, isConnected: true, isRoomMissing: false }),
  })

it('sends the minute that is not over when the page is closed (docs/rules/lessons.md 12.2)', async () => {
  start()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual([])
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toMatchObject([[{ minute: '2026-02-11T10:00:00.000Z', interruptedMs: 0, failure: null }]])
})

it('sends it once at leaving, and no more when the page is closed later', async () => {
  const reporter = start()
  await vi.advanceTimersByTimeAsync(20_000)
  reporter.stop()
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveLength(1)
})

it('sends nothing at closing where the two were not together', async () => {
  start()
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([])
})
