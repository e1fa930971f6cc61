import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { call } from '../../web/i18n/ar/call.ts'
import config from './playwright.config.ts'
import { logIn, mailedCode, openPage, PASSWORD } from './steps.ts'

/** Cameras that show a moving picture, microphones that beep, and nobody to ask. */
export const fakeDevices = {
  ...config.use?.launchOptions,
  args: [
    ...(config.use?.launchOptions?.args ?? []),
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--allow-loopback-in-peer-connection',
    '--autoplay-policy=user-gesture-required',
  ],
}

export const TUTOR = 'tutor@hessa.test'

type Slot = { id: number; start: string; end: string }
export type BookedLesson = { id: number; start: number; studentEmail: string }

/** A person who speaks to the API as the app does. */
export function apiOf(request: APIRequestContext, origin: string) {
  const api = `${origin}/api/v1`
  const answered = async <T>(answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> => {
    expect(answer.ok(), `${answer.url()} ${await answer.text()}`).toBe(true)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const headers = (token?: string) => (token ? { authorization: `Bearer ${token}` } : {})
  return {
    get: async <T>(path: string, token?: string) =>
      answered<T>(await request.get(`${api}${path}`, { headers: headers(token) })),
    post: async <T>(path: string, data: object, token?: string) =>
      answered<T>(await request.post(`${api}${path}`, { data, headers: headers(token) })),
    moveClock: async (to: number | null) =>
      answered(
        await request.post(`${origin}/dev/clock`, { data: { now: to === null ? null : new Date(to).toISOString() } }),
      ),
  }
}

type Signed = { user: { id: number; name: string }; token: string }

/** A new student's first lesson, half an hour with the tutor of the demo data. */
export async function bookLesson(request: APIRequestContext, origin: string): Promise<BookedLesson> {
  const api = apiOf(request, origin)
  const studentEmail = `mona.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { token } = await api.post<Signed>('/student', { email: studentEmail, password: PASSWORD })
  const code = Number(await mailedCode(request, studentEmail, origin))
  await api.post('/confirmation-code/email/confirm', { code }, token)
  const tutor = await api.post<Signed>('/auth/password', { email: TUTOR, password: PASSWORD })
  const { list } = await api.get<{ list: { id: number; nearestFreeTime: string }[] }>(
    '/user/tutor/list/onboarded?size=100',
  )
  const start = list.find(({ id }) => id === tutor.user.id)?.nearestFreeTime ?? ''
  const { slots } = await api.get<{ slots: { list: Slot[] } }>(
    `/availability-slot?userIds[]=${tutor.user.id}&after=${start}&before=${new Date(Date.parse(start) + 1).toISOString()}&full=true`,
    token,
  )
  const slot = slots.list.find((one) => one.start <= start && one.end > start)
  const body = { tutorId: tutor.user.id, slotId: slot?.id, start, duration: 30 }
  const { id } = await api.post<{ id: number }>('/lesson', body, token)
  return { id, start: Date.parse(start), studentEmail }
}

/** What came in over all connections of a page, and how loud it was. */
export type Received = { frames: number; energy: number }

declare global {
  interface Window {
    received: () => Promise<Received>
  }
}

/** Runs in the page before anything else: remembers its connections, so that their counters can be read. */
function watchConnections(): void {
  const made: RTCPeerConnection[] = []
  const Real = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Real {
    constructor(settings?: RTCConfiguration) {
      super(settings)
      made.push(this)
    }
  }
  window.received = async () => {
    let [frames, energy] = [0, 0]
    for (const pc of made)
      for (const entry of (await pc.getStats()).values())
        if (entry.type === 'inbound-rtp') {
          frames += entry.framesDecoded ?? 0
          energy += entry.totalAudioEnergy ?? 0
        }
    return { frames, energy }
  }
}

export async function openPerson(
  browser: Browser,
  email: string,
  size: { width: number; height: number },
  at?: string,
) {
  const context = await browser.newContext({ viewport: size, permissions: ['camera', 'microphone'] })
  await context.addInitScript(watchConnections)
  const page = await openPage(context)
  await logIn(page, email, at)
  return page
}

/** Moving pictures and sound go on arriving. */
export async function expectMedia(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.received())
  await expect
    .poll(async () => (await page.evaluate(() => window.received())).frames, { timeout: 20_000 })
    .toBeGreaterThan(before.frames + 5)
  await expect
    .poll(async () => (await page.evaluate(() => window.received())).energy, { timeout: 20_000 })
    .toBeGreaterThan(before.energy)
}

/** Presses "enter" and answers how long the first picture of the other one took; null while nobody is there. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: call.ready.join.replace('{what}', call.what.lesson) }).click()
  await expect(page.getByRole('navigation', { name: call.controls.label })).toBeVisible()
}

/** Nothing goes out and nothing comes in, sockets and media alike. */
export async function cutLine(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  const conditions = (isCut: boolean) => ({
    offline: isCut,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    packetLoss: isCut ? 100 : 0,
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', conditions(true))
  return async () => {
    await session.send('Network.emulateNetworkConditions', conditions(false))
    await session.detach()
  }
}
