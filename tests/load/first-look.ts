/**
 * The first look at a page or screen, as Chrome shows it on a phone with a slow connection: with nothing in its cache, as on the first
 * visit after an update. Other than Lighthouse it knows who has signed in, and waits for what the app begins seconds later.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../browser.ts'
import { fakeDevices, PHONE } from '../e2e/call-steps.ts'
import { signedIn } from '../e2e/steps.ts'

const CPU_SLOWDOWN = 4
/** Milliseconds, and bytes a second; the upload is that of Lighthouse's slow phone. */
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
/** The app begins some work 3 seconds after the first screen. */
const QUIET_MS = 5000
const LONGEST_MS = 60_000
const POLL_MS = 100
/** A task of up to this length is not felt. */
const LONG_TASK_MS = 50
const KB = 1024

/** Code is script and style; the sizes are those of the transfer, with its headers. */
export type Load = { lcp: number; tbt: number; cls: number; requests: number; codeKb: number; allKb: number }

/** Adds up what the page fetches, and tells when nothing has come for a while. */
function watchRequests(session: CDPSession) {
  const types = new Map<string, string>()
  let sent: string[] = []
  let [bytes, codeBytes, lastAt] = [0, 0, performance.now()]
  const moved = () => {
    lastAt = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^https?:/.test(request.url)) return
    sent.push(requestId)
    moved()
  })
  session.on('Network.webSocketCreated', ({ requestId }) => sent.push(requestId))
  // The page has fetched it before.
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    sent = sent.filter((id) => id !== requestId)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    types.set(requestId, response.mimeType)
    moved()
  })
  // A body that nobody reads has no end.
  session.on('Network.dataReceived', moved)
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (/javascript|css/.test(types.get(requestId) ?? '')) codeBytes += encodedDataLength
    moved()
  })
  return {
    isQuiet: () => performance.now() - lastAt > QUIET_MS,
    sum: () => ({ requests: sent.length, codeKb: codeBytes / KB, allKb: bytes / KB }),
  }
}

/** Reads what Chrome has recorded since the page began. */
const readTimes = (page: Page): Promise<Pick<Load, 'lcp' | 'tbt' | 'cls'>> =>
  page.evaluate((longTask) => {
    type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean }
    const entriesOf = (type: string): Entry[] => {
      const observer = new PerformanceObserver(() => undefined)
      observer.observe({ type, buffered: true })
      return observer.takeRecords()
    }
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    const paintedAt = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const tasks = entriesOf('longtask').filter(({ startTime }) => startTime >= paintedAt)
    const shifts = entriesOf('layout-shift').filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      lcp: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? Number.POSITIVE_INFINITY,
      tbt: sum(tasks.map(({ duration }) => duration - longTask)),
      cls: sum(shifts.map(({ value }) => value ?? 0)),
    }
  }, LONG_TASK_MS)

async function loadOnce(browser: Browser, address: string, token: string | null): Promise<Load> {
  const { origin, pathname } = new URL(address)
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: 'ar-EG',
    timezoneId: 'Africa/Cairo',
    // It would fetch all screens for later, beside what this one needs.
    serviceWorkers: 'block',
    ...(token && { storageState: signedIn(token, origin) }),
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', CONNECTION)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const requests = watchRequests(session)
    const until = performance.now() + LONGEST_MS
    await page.goto(address)
    while (!requests.isQuiet()) {
      if (performance.now() > until) throw new Error(`${address} does not become quiet`)
      await page.waitForTimeout(POLL_MS)
    }
    if (new URL(page.url()).pathname !== pathname) throw new Error(`${address} led to ${page.url()}`)
    return { ...(await readTimes(page)), ...requests.sum() }
  } finally {
    await context.close()
  }
}

/** Loads the page `runs` times, each in a browser context of its own, where the person of the token has signed in. */
export async function load(address: string, runs: number, token: string | null = null): Promise<Load[]> {
  const browser = await chromium.launch({ ...fakeDevices, executablePath: ensureBrowser() })
  try {
    const loads: Load[] = []
    for (let run = 0; run < runs; run++) loads.push(await loadOnce(browser, address, token))
    return loads
  } finally {
    await browser.close()
  }
}
