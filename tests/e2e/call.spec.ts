import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import type { LessonAttendance } from '#contract/lesson-decisions'
import { bookSameTime } from '#messages/book-same-time'
import { call } from '#messages/call'
import { staffCallQuality } from '#messages/staff-call-quality'
import { type LiveKit, startLiveKit } from '../livekit/start.ts'
import { freePort, type RunningServer, startServer } from '../server.ts'
import {
  apiOf,
  type BookedLesson,
  bookForNow,
  bookLesson,
  DESK,
  disconnect,
  enter,
  expectMedia,
  expectNoMedia,
  failOnce,
  fakeDevices,
  forMeeting,
  openPerson,
  PHONE,
  press,
  type StaffMeeting,
  shot,
  signIn,
  staffMeetings,
  TUTOR,
  withAnyName,
} from './call-steps.ts'
import { closeContexts, dashboardOrigin, inEitherGender, openStaffAs, origin } from './steps.ts'
import { LIVEKIT_RECONNECTING, OFFLINE, test } from './test.ts'

test.use({ launchOptions: fakeDevices })

const MINUTE = 60_000

type Place = { browser: Browser; at: string; lesson: BookedLesson }

/** A student on a phone and a tutor on a desktop, both at the entrance of their lesson. */
async function meet({ browser, at, lesson }: Place) {
  const student = await openPerson(browser, lesson.studentEmail, PHONE, at)
  const tutor = await openPerson(browser, TUTOR, DESK, at)
  for (const page of [student, tutor]) await page.goto(`${at}/lesson/${lesson.id}`)
  await expect(student.getByLabel(call.ready.preview)).toBeVisible()
  return { student, tutor }
}

async function expectSwitchesSeen(student: Page, tutor: Page): Promise<void> {
  await press(student, call.controls.mute)
  await expect(tutor.getByRole('img', { name: withAnyName(call.stage.micOff) })).toBeVisible()
  await press(student, call.controls.unmute)
  await expect(tutor.getByRole('img', { name: withAnyName(call.stage.micOff) })).toHaveCount(0)
  await press(student, call.controls.cameraOff)
  await expect(tutor.getByText(withAnyName(call.stage.cameraOff))).toBeVisible()
  await press(student, call.controls.cameraOn)
  await expect(tutor.locator('video').and(tutor.getByLabel(withAnyName(call.stage.videoOf)))).toBeVisible()
  await expectMedia(tutor)
}

/** The picture covers a phone; a press shows all of it, a key covers the phone again. */
async function expectPictureFits(student: Page): Promise<void> {
  const picture = student.locator('video').and(student.getByLabel(withAnyName(call.stage.videoOf)))
  await expect(picture).toHaveCSS('object-fit', 'cover')
  await student.getByRole('button', { name: call.stage.showWhole }).click()
  await expect(picture).toHaveCSS('object-fit', 'contain')
  await student.keyboard.press('f')
  await expect(picture).toHaveCSS('object-fit', 'cover')
}

async function expectScreenSeen(student: Page, tutor: Page): Promise<void> {
  const screen = student.locator('video').and(student.getByLabel(withAnyName(call.stage.screenOf)))
  await press(tutor, call.controls.share)
  await expect(screen).toBeVisible()
  await expect(student.getByText(withAnyName(call.notices.shared))).toHaveCount(1)
  await expectMedia(student)
  await shot(student, 'sharing')
  await shot(tutor, 'sharing')
  await press(tutor, call.controls.stopShare)
  await expect(screen).toHaveCount(0)
}

async function expectReconnected(student: Page, tutor: Page): Promise<void> {
  const reconnect = await disconnect(student)
  await expect(student.getByText(call.notices.reconnecting)).toBeVisible()
  await expectNoMedia(student)
  await expectNoMedia(tutor)
  await shot(student, 'cut')
  await reconnect()
  await expect(student.getByText(call.notices.reconnecting)).toHaveCount(0, { timeout: 60_000 })
  await expectMedia(student)
  await expectMedia(tutor)
}

async function leaveCall(page: Page): Promise<void> {
  await press(page, call.controls.leave)
  await page.getByRole('alertdialog').getByRole('button', { name: call.leave.confirm, exact: true }).click()
}

async function expectLeft(student: Page, tutor: Page): Promise<void> {
  await leaveCall(student)
  await expect(student.getByRole('heading', { name: forMeeting(call.end.left) })).toBeVisible()
  await shot(student, 'left')
  await expect(tutor.getByText(inEitherGender(call.stage.waitingText))).toBeVisible()
}

/** The lesson's time is over while both are inside: the student leaves, and sees how long it was and what comes next. */
async function expectEnded(student: Page, tutor: Page): Promise<void> {
  await leaveCall(student)
  await expect(student.getByRole('heading', { name: forMeeting(call.end.ended) })).toBeVisible()
  await expect(student.getByText(withAnyName(call.end.together.replace('{time}', '{name}')))).toBeVisible()
  await expect(student.getByRole('heading', { name: withAnyName(bookSameTime.title) })).toBeVisible()
  await shot(student, 'ended')
  await expect(tutor.getByText(inEitherGender(call.stage.waitingText))).toBeVisible()
}

async function holdLesson(place: Place): Promise<{ student: Page; tutor: Page }> {
  const { student, tutor } = await meet(place)
  await enter(student)
  await expect(student.getByText(inEitherGender(call.stage.waitingText))).toBeVisible()
  await expect(tutor.getByText(withAnyName(call.ready.waitingInside))).toBeVisible()
  await enter(tutor)
  await expectMedia(student)
  await expectMedia(tutor)
  await shot(student, 'in')
  await shot(tutor, 'in')
  // Nobody shares a screen yet, though each connection has a track for one.
  await expect(student.getByText(withAnyName(call.notices.shared))).toHaveCount(0)
  await expectPictureFits(student)
  await expectSwitchesSeen(student, tutor)
  await expectScreenSeen(student, tutor)
  await expectReconnected(student, tutor)
  return { student, tutor }
}

/** By their own events both were there and sent sound and picture, and the student has left, as in the session's own log. */
async function expectBothWitnesses(request: APIRequestContext, at: string, lessonId: number): Promise<void> {
  const { get } = apiOf(request, at)
  const staff = await signIn(request, at, 'super@hessa.test')
  const read = () => get<LessonAttendance>(`/lesson/${lessonId}/attendance`, staff.token)
  await expect
    .poll(async () => {
      const { mediaReport, members } = await read()
      const seen = members.toSorted((one, other) => one.role - other.role)
      return [
        mediaReport,
        ...seen.map(({ media, times }) => [media.times.at(-1)?.end !== null, times.at(-1)?.end !== null]),
      ]
    })
    .toEqual(['reported', [false, false], [true, true]])
  for (const { media } of (await read()).members)
    expect(media.sources.map(({ source }) => source)).toEqual(expect.arrayContaining(['microphone', 'camera']))
}

/** Both sides have measured what they received, and staff see the minutes beside the evidence. */
async function expectMeasured(browser: Browser, request: APIRequestContext, lessonId: number): Promise<void> {
  const { get } = apiOf(request, origin())
  const staff = await signIn(request, origin(), 'super@hessa.test')
  await expect
    .poll(async () => {
      const { members } = await get<LessonAttendance>(`/lesson/${lessonId}/attendance`, staff.token)
      return members.map(({ call: minutes }) => [
        minutes.some(({ receivedKbps, loss }) => receivedKbps !== null && receivedKbps > 0 && loss !== null),
        minutes.some(({ firstPictureMs }) => firstPictureMs !== null),
      ])
    })
    .toEqual([
      [true, true],
      [true, true],
    ])
  const page = await openStaffAs(browser, 'super@hessa.test')
  await page.goto(`${dashboardOrigin()}/lessons?open=${lessonId}`)
  const table = page.getByRole('region', { name: staffCallQuality.call.title }).getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row')).not.toHaveCount(1)
}

const openBoth = async (browser: Browser, { manager, tutor }: StaffMeeting): Promise<[Page, Page]> => [
  await openPerson(browser, manager, DESK),
  await openPerson(browser, tutor, PHONE),
]

async function holdStaffMeeting(pages: [Page, Page], { path, what }: StaffMeeting): Promise<void> {
  for (const page of pages) await page.goto(`${origin()}${path}`)
  for (const page of pages) await enter(page, what)
  for (const page of pages) await expectMedia(page)
}

test.describe('from browser to browser', () => {
  test.afterEach(async ({ browser, request }) => {
    await closeContexts(browser)
    await apiOf(request, origin()).moveClock(null)
  })

  test('two people hold a lesson: media, switches, a shared screen, a lost network and reconnection', async ({
    browser,
    request,
    expectErrors,
  }) => {
    expectErrors(OFFLINE)
    const lesson = await bookLesson(request, origin())
    await apiOf(request, origin()).moveClock(lesson.start - MINUTE)
    const { student, tutor } = await holdLesson({ browser, at: origin(), lesson })
    await apiOf(request, origin()).moveClock(lesson.start + 16 * MINUTE)
    await expectEnded(student, tutor)
    // Leaving sends the minute that is not over.
    await leaveCall(tutor)
    await expectMeasured(browser, request, lesson.id)
  })

  test('a manager and a tutor hold an interview, though the party does not answer at first', async ({
    browser,
    request,
  }) => {
    const { interview } = await staffMeetings(request, origin())
    await apiOf(request, origin()).moveClock(interview.start)
    const [manager, tutor] = await openBoth(browser, interview)
    await failOnce(tutor, ['PreJoinSession', 'JoinSession'])
    await holdStaffMeeting([manager, tutor], interview)
  })

  test('and a demo session', async ({ browser, request, expectErrors }) => {
    // Only the booking opens a chat room for the two, and this demo session was not booked.
    expectErrors(/^404 \/api\/v1\/chat\/room\/by\/members/)
    const { demo } = await staffMeetings(request, origin())
    await apiOf(request, origin()).moveClock(demo.start)
    await holdStaffMeeting(await openBoth(browser, demo), demo)
  })
})

test.describe('over a media server', () => {
  let media: LiveKit | null = null
  let server: RunningServer | null = null

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    const port = await freePort()
    media = await startLiveKit(`http://localhost:${port}/api/v1/livekit/webhook`)
    if (!media) return
    const { url, key, secret } = media
    const keys = { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret }
    server = await startServer({ ...keys, PORT: String(port) })
  })
  test.afterEach(({ browser }) => closeContexts(browser))
  test.afterAll(async () => {
    await server?.stop()
    await media?.stop()
  })

  test('two people hold the same lesson, and staff read who was in it from the media server too', async ({
    browser,
    request,
    expectErrors,
  }) => {
    expectErrors(OFFLINE, LIVEKIT_RECONNECTING)
    test.skip(server === null, 'No Go, no media server')
    if (!server) return
    const lesson = await bookForNow(request, server.origin)
    const { student, tutor } = await holdLesson({ browser, at: server.origin, lesson })
    await expectLeft(student, tutor)
    await expectBothWitnesses(request, server.origin, lesson.id)
  })
})
