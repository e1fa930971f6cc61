/** The `test` of the browser tests: a server for each Playwright worker, and a failure for each error in a console. */
import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test'
import { type RunningServer, startServer } from '../server.ts'
import { closeContexts } from './steps.ts'

type ConsoleErrors = {
  /** Declares errors that the test provokes. */
  expectErrors: (...patterns: RegExp[]) => void
}

/** A page without a network, as long as it tries to reach the server. */
export const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/
/** A device whose session was ended elsewhere. */
export const SIGNED_OUT = /^401 |HTTP Authentication failed/
/** What LiveKit's client logs with its room, or throws, while a connection that the test has cut comes back. */
export const LIVEKIT_RECONNECTING = /NegotiationError|\{room: lesson:/

/** A time that several tests have opened within ten minutes, which is then confirmed without being held (docs/rules/lessons.md 13.5). */
const HELD_TOO_OFTEN = /^429 \/api\/v1\/held-time$/

/** `409 /api/v1/lesson/7` for the error that Chrome itself writes about a refused request; other errors as they are. */
function describe(message: ConsoleMessage): string {
  const text = message.text()
  const [, status] = /^Failed to load resource: .*?(\d{3}|net::\w+)/.exec(text) ?? []
  if (!status) return text
  const { pathname } = new URL(message.location().url)
  return `${status} ${pathname}`
}

export const test = base.extend<ConsoleErrors, { server: undefined }>({
  /** Tests of two workers run at once: each worker has a marketplace of its own, whose clock and people it may move. */
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      if (process.env.HESSA_ORIGIN) return use(undefined)
      const server = await startServer()
      process.env.HESSA_ORIGIN = server.origin
      await use(undefined)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],
  /** What a page writes as an error, or throws, fails the test, unless the test has said that it provokes it. */
  expectErrors: [
    async ({ browser }, use) => {
      const expected: RegExp[] = [HELD_TOO_OFTEN]
      const errors: string[] = []
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (message.type() === 'error') errors.push(describe(message))
        })
        context.on('weberror', (thrown) => errors.push(thrown.error().stack ?? thrown.error().message))
      }
      browser.on('context', watch)
      await use((...patterns) => void expected.push(...patterns))
      browser.off('context', watch)
      // Pages that stay open go on working, and would fail the next test with their errors.
      await closeContexts(browser)
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Gives the tests of a file that move the clock by weeks a server of their own: what its jobs end and delete by then would be
 * missing to the tests after them.
 */
export function withOwnServer(): void {
  let own: RunningServer | undefined
  let before: string | undefined
  test.beforeAll(async () => {
    // A server that runs already is all there is.
    if (!process.env.HESSA_PREPARED) return
    before = process.env.HESSA_ORIGIN
    own = await startServer()
    process.env.HESSA_ORIGIN = own.origin
  })
  test.afterAll(async () => {
    if (!own) return
    process.env.HESSA_ORIGIN = before
    await own.stop()
  })
}
