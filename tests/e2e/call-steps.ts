import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { call } from '#messages/call'
import config from './playwright.config.ts'
import { mailedCode, newToken, openPage, origin, PASSWORD, signedIn } from './steps.ts'

/** Cameras with a moving picture and microphones with a tone, used without asking. */
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

/** A kept connection may be closed by the server at the moment at which it is used again. */
const RETRIES = 3

/** Calls the API of a server. */
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
      answered<T>(await request.get(`${api}${path}`, { headers: headers(token), maxRetries: RETRIES })),
    post: async <T>(path: string, data: object, token?: string) =>
      answered<T>(await request.post(`${api}${path}`, { data, headers: headers(token) })),
    put: async (path: string, data: object, token: string) =>
      answered(await request.put(`${api}${path}`, { data, headers: headers(token) })),
    /** A call that may be refused, because it may have been made before. */
    attempt: (path: string, data: object, token: string) =>
      request.post(`${api}${path}`, { data, headers: headers(token) }),
    remove: async (path: string, token: string) =>
      answered(await request.delete(`${api}${path}`, { headers: headers(token) })),
    moveClock: async (to: number | null) =>
      answered(
        await request.post(`${origin}/dev/clock`, { data: { now: to === null ? null : iso(to) }, maxRetries: RETRIES }),
      ),
  }
}

type Signed = { user: { id: number; name: string }; token: string }

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

export async function newStudent(
  request: APIRequestContext,
  origin: string,
): Promise<{ id: number; email: string; token: string }> {
  const api = apiOf(request, origin)
  const email = `mona.${crypto.randomUUID().slice(0, 8)}@outlook.com`
  const { user, token } = await api.post<Signed>('/student', { email, password: PASSWORD })
  const code = Number(await mailedCode(request, email, origin))
  await api.post('/confirmation-code/email/confirm', { code }, token)
  return { id: user.id, email, token }
}

const DAY = 24 * 60 * MINUTE

/** Somebody who bought a month of a plan in cash so many days ago, with a verified address. */
export async function studentWithPlan(
  request: APIRequestContext,
  { planId, daysAgo }: { planId: number; daysAgo: number },
) {
  const at = `${origin()}/api/v1`
  const { moveClock } = apiOf(request, origin())
  await moveClock(Date.now() - daysAgo * DAY)
  try {
    const student = await newStudent(request, origin())
    const headers = { authorization: `Bearer ${student.token}` }
    expect((await request.put(`${at}/user/${student.id}`, { headers, data: { name: 'سارة علي' } })).status()).toBe(200)
    const data = { planId, period: 'month', phone: '01012345678' }
    const placed = await request.post(`${at}/fawry/pay/ref-num`, { headers, data })
    const { referenceNumber } = (await placed.json()) as { referenceNumber: number }
    expect((await request.post(`${origin()}/dev/fawry/orders/${referenceNumber}/pay`)).ok()).toBe(true)
    return student
  } finally {
    await moveClock(null)
  }
}

/** Books a new student's lesson with the tutor of the demo data. */
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

export const signIn = (request: APIRequestContext, at: string, email = TUTOR) =>
  apiOf(request, at).post<Signed>('/auth/password', { email, password: PASSWORD })

/** Books a lesson of a quarter of an hour at the tutor's next free time. */
export async function bookLesson(request: APIRequestContext, origin: string): Promise<BookedLesson> {
  const tutor = await signIn(request, origin)
  const { list } = await apiOf(request, origin).get<{ list: { id: number; nearestFreeTime: string }[] }>(
    '/user/tutor/list/onboarded?size=100',
  )
  const start = Date.parse(list.find(({ id }) => id === tutor.user.id)?.nearestFreeTime ?? '')
  return book(request, origin, start)
}

/** Books a lesson whose room is open by the machine's own clock, which is the only one that a media server reads. */
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

/** A coming interview or demo session, and its two people. */
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

/** Answers the first of each of these events of a page with `unreachable`, without the party. */
export function failOnce(page: Page, events: readonly string[]): Promise<void> {
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

/** Frames decoded and sound energy received over all connections of a page. */
export type Received = { frames: number; energy: number }

declare global {
  interface Window {
    received: () => Promise<Received>
  }
}

/** Runs in the page before its scripts: keeps its connections, so that their statistics can be read. */
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

/** A page with a camera and a microphone, of a browser in which this person has signed in before. */
export async function openPerson(
  browser: Browser,
  email: string,
  viewport: { width: number; height: number },
  at = origin(),
) {
  const storageState = signedIn(await newToken(email, at), at, { 'hessa.data-saver': 'p216' })
  const page = await openPage(browser, { viewport, permissions: ['camera', 'microphone'], storageState })
  await page.addInitScript(watchConnections)
  await emulateNetwork(page)
  return page
}

/** Waits until further pictures and sound have arrived. */
export async function expectMedia(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.received())
  await expect
    // The first picture on a busy machine may take its time.
    .poll(async () => (await page.evaluate(() => window.received())).frames, { timeout: 45_000 })
    .toBeGreaterThan(before.frames + 5)
  await expect.poll(async () => (await page.evaluate(() => window.received())).energy).toBeGreaterThan(before.energy)
}

/** Makes the browser refuse camera and microphone with this error. */
export const refuseDevices = (page: Page, name: string) =>
  page.addInitScript((why) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException(why, why))
  }, name)

/** Waits until no further pictures arrive. */
export async function expectNoMedia(page: Page): Promise<void> {
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

/** Matches a sentence with anybody's name in it. */
export const withAnyName = (sentence: string) => new RegExp(`^${sentence.split('{name}').join('.*')}$`)
/** A sentence for a lesson, or for another kind of meeting. */
export const forMeeting = (sentence: string, what: string = call.what.lesson) => sentence.replace('{what}', what)

export const press = (page: Page, name: string) =>
  page.getByRole('navigation', { name: call.controls.label }).getByRole('button', { name, exact: true }).click()

export async function enter(page: Page, what?: string): Promise<void> {
  await page.getByRole('button', { name: forMeeting(call.ready.join, what) }).click()
  await expect(page.getByRole('navigation', { name: call.controls.label })).toBeVisible()
}

const setOffline = new WeakMap<Page, (isOffline: boolean) => Promise<unknown>>()

/**
 * Lets `disconnect` cut a page off the network, its sockets and media alike. WebRTC obeys the emulated conditions only where
 * there were some when its connection was made, so a network that works has a small latency.
 */
async function emulateNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (isOffline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline: isOffline,
      latency: 1,
      downloadThroughput: 10_000_000,
      uploadThroughput: 10_000_000,
      packetLoss: isOffline ? 100 : 0,
    })
  setOffline.set(page, set)
  await set(false)
}

/** Cuts a page off the network; answers how to connect it again. */
export async function disconnect(page: Page): Promise<() => Promise<unknown>> {
  const set = setOffline.get(page)
  await set?.(true)
  return async () => set?.(false)
}

export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/call-${name}-${page.viewportSize()?.width}.png` })
}
