import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { call } from '../../web/i18n/ar/call.ts'
import config from './playwright.config.ts'
import { mailedCode, openPage, origin, PASSWORD } from './steps.ts'

/** Cameras that show a moving picture, microphones that beep, and nobody to ask. */
export const fakeDevices = {
  ...config.use?.launchOptions,
  args: [
    ...(config.use?.launchOptions?.args ?? []),
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--allow-loopback-in-peer-connection',
  ],
}

export const TUTOR = 'tutor@hessa.test'
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }

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
    /** What may have been done before. */
    attempt: (path: string, data: object, token: string) =>
      request.post(`${api}${path}`, { data, headers: headers(token) }),
    remove: async (path: string, token: string) =>
      answered(await request.delete(`${api}${path}`, { headers: headers(token) })),
    moveClock: async (to: number | null) =>
      answered(await request.post(`${origin}/dev/clock`, { data: { now: to === null ? null : iso(to) } })),
  }
}

type Signed = { user: { id: number; name: string }; token: string }

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

async function newStudent(request: APIRequestContext, origin: string): Promise<{ email: string; token: string }> {
  const api = apiOf(request, origin)
  const email = `mona.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { token } = await api.post<Signed>('/student', { email, password: PASSWORD })
  const code = Number(await mailedCode(request, email, origin))
  await api.post('/confirmation-code/email/confirm', { code }, token)
  return { email, token }
}

/** A new student's lesson with the tutor of the demo data, in a slot that holds it. */
async function book(request: APIRequestContext, origin: string, start: number): Promise<BookedLesson> {
  const api = apiOf(request, origin)
  const { email, token } = await newStudent(request, origin)
  const tutor = await signIn(request, origin)
  const window = `after=${iso(start)}&before=${iso(start + 1)}&full=true`
  const { slots } = await api.get<{ slots: { list: Slot[] } }>(
    `/availability-slot?userIds[]=${tutor.user.id}&${window}`,
    token,
  )
  const slot = slots.list.find((one) => one.start <= iso(start) && one.end > iso(start))
  const body = { tutorId: tutor.user.id, slotId: slot?.id, start: iso(start), duration: 15 }
  const { id } = await api.post<{ id: number }>('/lesson', body, token)
  return { id, start, studentEmail: email }
}

const signIn = (request: APIRequestContext, at: string, email = TUTOR) =>
  apiOf(request, at).post<Signed>('/auth/password', { email, password: PASSWORD })

/** A quarter of an hour at the tutor's next free time. */
export async function bookLesson(request: APIRequestContext, origin: string): Promise<BookedLesson> {
  const tutor = await signIn(request, origin)
  const { list } = await apiOf(request, origin).get<{ list: { id: number; nearestFreeTime: string }[] }>(
    '/user/tutor/list/onboarded?size=100',
  )
  const start = Date.parse(list.find(({ id }) => id === tutor.user.id)?.nearestFreeTime ?? '')
  return book(request, origin, start)
}

/** A lesson whose room is open by the machine's own clock: a media server reads no other. Booked hours before. */
export async function bookForNow(request: APIRequestContext, origin: string): Promise<BookedLesson> {
  const api = apiOf(request, origin)
  const start = Math.ceil(Date.now() / QUARTER) * QUARTER
  await api.moveClock(start - 12 * QUARTER)
  const { token } = await signIn(request, origin)
  const slot = { type: 'create', start: iso(start), end: iso(start + QUARTER), purpose: 2 }
  await api.attempt('/availability-slot', { actions: [slot] }, token)
  const lesson = await book(request, origin, start)
  await api.moveClock(null)
  return lesson
}

/** A meeting of staff that is yet to be held, and its two people. */
export type StaffMeeting = { path: string; start: number; manager: string; tutor: string; what: string }
type Listed<One> = { list: (One & { id: number; start: string })[] }

/** The first of the demo data's interviews and of its demo sessions that nobody has judged. */
export async function staffMeetings(
  request: APIRequestContext,
  origin: string,
): Promise<Record<'interview' | 'demo', StaffMeeting>> {
  const api = apiOf(request, origin)
  const { token } = await signIn(request, origin, 'super@hessa.test')
  const emailOf = async (id?: number) => (await api.get<{ email: string }>(`/user/${id}`, token)).email
  type Interview = { interviewer: { id: number }; interviewee: { id: number } }
  const interviews = await api.get<Listed<Interview>>('/interview/list?statuses[]=1', token)
  const demos = await api.get<Listed<{ tutorId: number }>>('/demo-session/list?statuses[]=1', token)
  const [asked, taught] = [interviews.list[0], demos.list[0]]
  const managers = await api.get<{ list: { id: number }[] }>('/user/list?role=5&size=100', token)
  const holds = async ({ id }: { id: number }) => {
    const { list } = await api.get<Listed<object>>(`/demo-session/list?tutorManagerIds[]=${id}&statuses[]=1`, token)
    return list.some((one) => one.id === taught?.id) ? [id] : []
  }
  const [manager] = (await Promise.all(managers.list.map(holds))).flat()
  const interview = {
    path: `/interview/${asked?.id}`,
    start: Date.parse(asked?.start ?? ''),
    what: call.what.interview,
    manager: await emailOf(asked?.interviewer.id),
    tutor: await emailOf(asked?.interviewee.id),
  }
  const demo = {
    path: `/demo-session/${taught?.id}`,
    start: Date.parse(taught?.start ?? ''),
    what: call.what.demo,
    manager: await emailOf(manager),
    tutor: await emailOf(taught?.tutorId),
  }
  return { interview, demo }
}

/** The party is disturbed the first time that a page asks it for each of these. */
export function disturbOnce(page: Page, events: readonly string[]): Promise<void> {
  const left = new Set(events)
  return page.routeWebSocket(/\/parties\/session\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const { event, ack } = JSON.parse(String(frame)) as { event: string; ack?: string }
      if (left.delete(event)) socket.send(JSON.stringify({ ack, code: 'unreachable' }))
      else server.send(frame)
    })
  })
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

/** A browser in which somebody has signed in before. */
export async function openPerson(
  browser: Browser,
  email: string,
  size: { width: number; height: number },
  at = origin(),
) {
  const context = await browser.newContext({ viewport: size, permissions: ['camera', 'microphone'] })
  const { token } = await signIn(context.request, at, email)
  await context.addInitScript((value) => {
    localStorage.setItem('hessa.token', JSON.stringify({ type: 'Bearer', value }))
  }, token)
  await context.addInitScript(watchConnections)
  await context.addInitScript((saver) => localStorage.setItem('hessa.data-saver', saver), 'p216')
  // Offers that cross while a line comes back: LiveKit's client says so aloud and makes a new connection.
  const page = await openPage(context, /NegotiationError/)
  await layLine(page)
  return page
}

/** A camera that nobody looks at any more still takes a core. */
export async function sendHome(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** Moving pictures and sound go on arriving. */
export async function expectMedia(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.received())
  await expect
    // The first picture on a busy machine may take its time.
    .poll(async () => (await page.evaluate(() => window.received())).frames, { timeout: 45_000 })
    .toBeGreaterThan(before.frames + 5)
  await expect.poll(async () => (await page.evaluate(() => window.received())).energy).toBeGreaterThan(before.energy)
}

/** A browser whose owner, or whose machine, gives no camera and no microphone. */
export const refuseDevices = (page: Page, name: string) =>
  page.addInitScript((why) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException(why, why))
  }, name)

/** Nothing arrives any more. */
export async function expectSilence(page: Page): Promise<void> {
  let last = -1
  await expect
    .poll(
      async () => {
        const { frames } = await page.evaluate(() => window.received())
        const isStill = frames === last
        last = frames
        return isStill
      },
      { intervals: [1000] },
    )
    .toBe(true)
}

/** A sentence about somebody, whoever it is. */
export const said = (sentence: string) => new RegExp(`^${sentence.split('{name}').join('.*')}$`)
/** A sentence about the lesson, or another meeting. */
export const of = (sentence: string, what: string = call.what.lesson) => sentence.replace('{what}', what)

export const press = (page: Page, name: string) =>
  page.getByRole('navigation', { name: call.controls.label }).getByRole('button', { name, exact: true }).click()

export async function enter(page: Page, what?: string): Promise<void> {
  await page.getByRole('button', { name: of(call.ready.join, what) }).click()
  await expect(page.getByRole('navigation', { name: call.controls.label })).toBeVisible()
}

type Line = { good: () => Promise<unknown>; cut: () => Promise<unknown> }
const lines = new WeakMap<Page, Line>()

/**
 * A line that can be cut, sockets and media alike. Media obey the browser's conditions only where there were some when
 * their connection was made, so a good line has its small delay.
 */
async function layLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (isCut: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline: isCut,
      latency: 1,
      downloadThroughput: 10_000_000,
      uploadThroughput: 10_000_000,
      packetLoss: isCut ? 100 : 0,
    })
  lines.set(page, { good: () => set(false), cut: () => set(true) })
  await set(false)
}

/** Nothing goes out and nothing comes in, until the answer is called. */
export async function cutLine(page: Page): Promise<() => Promise<unknown>> {
  const line = lines.get(page)
  await line?.cut()
  return async () => line?.good()
}

export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/call-${name}-${page.viewportSize()?.width}.png` })
}
