import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { account } from '#messages/account'
import { availability } from '#messages/availability'
import { booking } from '#messages/booking'
import { call } from '#messages/call'
import { dataTable } from '#messages/data-table'
import { emailVerification } from '#messages/email-verification'
import { enums } from '#messages/enums'
import { introVideo } from '#messages/intro-video'
import { onboarding } from '#messages/onboarding'
import { phone as phoneWords } from '#messages/phone'
import { photoSession } from '#messages/photo-session'
import { profile } from '#messages/profile'
import { register as registration } from '#messages/register'
import { staffMedia } from '#messages/staff-media'
import { staffMeetings } from '#messages/staff-meetings'
import { staffTutors } from '#messages/staff-tutors'
import { tutors } from '#messages/tutors'
import { upload } from '#messages/upload'
import { apiOf, DESK, enter, expectMedia, fakeDevices, openPerson, PHONE } from './call-steps.ts'
import { longVideo } from './long-video.ts'
import {
  dashboardOrigin,
  firstOfCode,
  mailedCode,
  newToken,
  openPage,
  origin,
  PASSWORD,
  signedIn,
  soonestTime,
  toast,
} from './steps.ts'
import { test } from './test.ts'

test.use({ launchOptions: fakeDevices })

const NAME = 'ياسمين الشافعي'
const VIDEO_SECONDS = 80
const MINUTE = 60_000
/** The words of the editor's button for a single range. */
const OPEN_ONE = /one \{(.*?)\}/.exec(availability.editor.applyMany)?.[1] ?? ''

/** A picture that a browser can open, drawn by one. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: across, height: down })
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = '#2a7'
      context?.fillRect(0, 0, across, down)
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

async function typeCode(page: Page, code: string): Promise<void> {
  await firstOfCode(page).click()
  await page.keyboard.type(code)
}

async function register(page: Page, request: APIRequestContext, email: string, role: 'student' | 'tutor') {
  await page.goto(`${origin()}/register/${role}`)
  await page.getByLabel(account.fields.email).fill(email)
  for (const box of await page.locator('input[autocomplete=new-password]').all()) await box.fill(PASSWORD)
  await page.locator('input[name=consent]').check()
  await page.getByRole('button', { name: registration.submit }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await typeCode(page, await mailedCode(request, email))
  await page.getByRole('dialog').getByRole('button', { name: emailVerification.continue, exact: true }).click()
}

async function fillProfile(page: Page, request: APIRequestContext): Promise<void> {
  const phone = `010${String(Date.now()).slice(-8)}`
  await page.getByRole('main').getByRole('button', { name: profile.unverified.addPhone }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(phoneWords.number).fill(phone)
  await dialog.getByRole('button', { name: phoneWords.saveAndSend }).click()
  await expect(dialog.getByText(emailVerification.code).first()).toBeVisible()
  const sent = async () => {
    const messages = await (await request.get(`${origin()}/dev/outbox?to=2${phone}`)).json()
    return (messages as { params: { otp?: string } }[]).at(-1)?.params.otp ?? ''
  }
  await expect.poll(sent).toMatch(/^\d{5}$/)
  await typeCode(page, await sent())
  await dialog.getByRole('button', { name: phoneWords.finish, exact: true }).click()

  await page.getByLabel(profile.fields.name).fill(NAME)
  await page.getByLabel(profile.fields.city).selectOption(enums.governorate[1])
  await page.getByLabel(profile.fields.gender).selectOption(enums.gender.female)
  await page.getByLabel(profile.fields.birthYear).selectOption('1994')
  await page.getByRole('textbox', { name: profile.fields.bio }).fill('مدرسة محادثة بتحب تسمع أكتر ما بتتكلم')
  await page
    .getByRole('textbox', { name: profile.fields.about })
    .fill('بدرّس محادثة من خمس سنين، وبنبدأ كل حصة بكلام عن يومك قبل أي حاجة.')
  await page.getByRole('button', { name: profile.tutor.save }).click()
  await page.waitForURL((url) => url.pathname === '/t/onboarding')
}

const stepOf = (page: Page, step: keyof typeof onboarding.stepNames): Locator =>
  page.getByRole('region', { name: onboarding.stepNames[step], exact: true })

/** Opens a step that is folded. */
async function unfolded(page: Page, step: keyof typeof onboarding.stepNames): Promise<Locator> {
  const region = stepOf(page, step)
  const details = region.getByRole('button', { name: /^تفاصيل/ })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  return region
}

/** Sends the video over a line that is cut in each of its two parts. */
async function sendVideo(page: Page, video: Buffer): Promise<void> {
  const region = await unfolded(page, 'introVideo')
  let cuts = 0
  const started = new Set<string>()
  await page.route(/\/intro-video\/upload\/[^/]+\/part\/\d+$/, async (route) => {
    const address = route.request().url()
    if (started.has(address)) return route.continue()
    started.add(address)
    cuts++
    return route.abort('connectionreset')
  })
  await region.locator('input[type=file]').setInputFiles({ name: 'me.webm', mimeType: 'video/webm', buffer: video })
  await region.getByRole('button', { name: introVideo.clip.send }).click()
  for (let cut = 1; cut <= 2; cut++) {
    await expect.poll(() => cuts).toBe(cut)
    // It also tries again by itself: then there is no button to wait for.
    const tryNow = region.getByRole('button', { name: introVideo.sending.tryNow })
    await tryNow.click({ timeout: 2_000 }).catch(() => undefined)
  }
  await expect(region.getByText(introVideo.sent.pending).first()).toBeVisible()
  expect(cuts).toBe(2)
}

/** What staff read to know whose turn it is. */
type Staff = { get: <T>(path: string) => Promise<T>; emailOf: (id: number) => Promise<string> }

function staffReader(request: APIRequestContext): Staff {
  const api = apiOf(request, origin())
  // The clock is moved by days: a token that was issued before has ended.
  const get = async <T>(path: string) => api.get<T>(path, await newToken('super@hessa.test'))
  return { get, emailOf: async (id) => (await get<{ email: string }>(`/user/${id}`)).email }
}

/** The dashboard of somebody of the staff, signed in now by the product's clock. */
async function dashboardOf(browser: Browser, email: string, path: string): Promise<Page> {
  const storageState = signedIn(await newToken(email), dashboardOrigin())
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, storageState })
  await page.goto(`${dashboardOrigin()}${path}`)
  return page
}

async function giveReason(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(dataTable.reason.label).fill('اتراجعت صفحتها وكلها تمام')
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

type Meeting = { id: number; start: string; manager: string; path: string; tab: 'interviews' | 'demos' }

/** Books the first time that is offered at a step. */
async function bookMeeting(page: Page, step: 'interview' | 'demoSession'): Promise<void> {
  const region = await unfolded(page, step)
  const kind = step === 'interview' ? 'interview' : 'demo'
  await region.getByRole('radiogroup', { name: onboarding.times.day }).getByRole('radio').nth(1).click()
  await region
    .getByRole('radiogroup', {
      name: new RegExp(`^(${onboarding.times.morning}|${onboarding.times.afternoon}|${onboarding.times.evening})$`),
    })
    .getByRole('radio')
    .first()
    .click()
  await region.getByRole('button', { name: onboarding.meeting[kind].book }).click()
  await expect(region.getByText(onboarding.meeting[kind].card).first()).toBeVisible()
}

async function bookedMeeting(staff: Staff, tutorId: number, step: 'interview' | 'demoSession'): Promise<Meeting> {
  type Booked = { id: number; start: string; interviewer?: { id: number }; tutorManager?: { id: number } }
  const [path, tab, query] =
    step === 'interview'
      ? (['/interview', 'interviews', `/interview/list?interviewees[]=${tutorId}`] as const)
      : (['/demo-session', 'demos', `/demo-session/list?tutorIds[]=${tutorId}`] as const)
  const [booked] = (await staff.get<{ list: Booked[] }>(query)).list
  const manager = await staff.emailOf((booked?.interviewer ?? booked?.tutorManager)?.id ?? 0)
  return { id: booked?.id ?? 0, start: booked?.start ?? '', manager, path: `${path}/${booked?.id}`, tab }
}

/** Both people meet by video at the time of the meeting, and the manager passes the tutor on the dashboard. */
async function holdMeeting(browser: Browser, request: APIRequestContext, email: string, meeting: Meeting) {
  await apiOf(request, origin()).moveClock(Date.parse(meeting.start) - 5 * MINUTE)
  const what = meeting.tab === 'interviews' ? call.what.interview : call.what.demo
  const people = [await openPerson(browser, meeting.manager, DESK), await openPerson(browser, email, PHONE)]
  for (const page of people) await page.goto(`${origin()}${meeting.path}`)
  for (const page of people) await enter(page, what)
  for (const page of people) await expectMedia(page)
  for (const page of people) await page.context().close()
  await apiOf(request, origin()).moveClock(Date.parse(meeting.start) + 40 * MINUTE)
  const desk = await dashboardOf(browser, meeting.manager, `/interviews?tab=${meeting.tab}&open=${meeting.id}`)
  await desk.getByRole('button', { name: staffMeetings.acts.pass, exact: true }).click()
  const passing = desk.getByRole('alertdialog')
  await passing.getByRole('radio').nth(3).check()
  await passing.getByLabel(staffMeetings.detail.feedback).fill('شرح واضح وهادي')
  await passing.getByRole('button', { name: staffMeetings.acts.pass, exact: true }).click()
  await expect(desk.getByText(staffMeetings.status[2]).first()).toBeVisible()
  await desk.context().close()
}

test('a new tutor goes from the registration over every step to the first booked lesson', async ({
  browser,
  request,
  expectErrors,
}) => {
  test.setTimeout(240_000)
  // The line that is cut.
  expectErrors(/net::ERR_CONNECTION_RESET/)
  const email = `yasmine.${Date.now()}@outlook.com`
  const page = await openPage(browser, { viewport: PHONE })
  await register(page, request, email, 'tutor')
  await fillProfile(page, request)
  await sendVideo(page, await longVideo(VIDEO_SECONDS))

  const staff = staffReader(request)
  const users = await staff.get<{ list: { id: number }[] }>(`/user/list?search=${encodeURIComponent(email)}`)
  const tutorId = users.list[0]?.id ?? 0
  type Videos = { main: { list: { id: number; reviewerId: number }[] } }
  const [video] = (await staff.get<Videos>(`/intro-video/list?tutorIds[]=${tutorId}`)).main.list
  const reviewer = await staff.emailOf(video?.reviewerId ?? 0)
  const review = await dashboardOf(browser, reviewer, `/media?open=${video?.id}`)
  await review.getByRole('button', { name: staffMedia.acts.approve, exact: true }).click()
  await expect(stepOf(page, 'introVideo').getByText(onboarding.state.passed, { exact: true })).toBeVisible()
  await review.context().close()

  for (const step of ['interview', 'demoSession'] as const) {
    await bookMeeting(page, step)
    await holdMeeting(browser, request, email, await bookedMeeting(staff, tutorId, step))
    await expect(stepOf(page, step).getByText(onboarding.state.passed, { exact: true })).toBeVisible()
  }

  const photos = await unfolded(page, 'photoSession')
  const studio = await apiOf(request, origin()).post<{ user: { name: string } }>('/auth/password', {
    email: 'studio@hessa.test',
    password: PASSWORD,
  })
  await photos.getByRole('button', { name: `${photoSession.studio.choose}: ${studio.user.name}` }).click()
  await expect(photos.getByRole('button', { name: photoSession.studio.message })).toBeVisible()
  const making = await dashboardOf(browser, 'studio@hessa.test', `/photo-session/${tutorId}`)
  const film = readFileSync(join(import.meta.dirname, '../../db/demo/intro-video.webm'))
  const files = {
    image: { name: 'portrait.png', mimeType: 'image/png', buffer: await picture(making, 800, 800) },
    video: { name: 'page.webm', mimeType: 'video/webm', buffer: film },
    thumbnail: { name: 'cover.png', mimeType: 'image/png', buffer: await picture(making, 1280, 720) },
  }
  for (const [index, part] of (['image', 'video', 'thumbnail'] as const).entries()) {
    await making.locator('input[type=file]').nth(index).setInputFiles(files[part])
    if (part === 'image') await making.getByRole('button', { name: upload.crop.save }).click()
    await expect(toast(making, photoSession.upload.done[part])).toBeVisible()
  }
  await expect(stepOf(page, 'photoSession').getByText(onboarding.state.passed, { exact: true })).toBeVisible()
  await making.context().close()

  const admin = await dashboardOf(browser, 'admin@hessa.test', `/tutors?email=${encodeURIComponent(email)}`)
  await admin.getByRole('switch', { name: staffTutors.switches.activated.label.replace('{name}', NAME) }).click()
  await giveReason(admin, staffTutors.switches.activated.onAction)
  await expect(page.getByRole('heading', { name: onboarding.listed.title })).toBeVisible()
  await admin.context().close()

  await page.getByRole('link', { name: onboarding.listed.hours }).first().click()
  await page.getByRole('button', { name: availability.add, exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: OPEN_ONE, exact: true }).click()
  await page.getByRole('button', { name: availability.save.save, exact: true }).click()
  await expect(toast(page, availability.save.done)).toBeVisible()

  const student = await openPage(browser)
  await register(student, request, `nour.${Date.now()}@outlook.com`, 'student')
  await student.getByLabel(tutors.list.searchLabel).fill(NAME)
  await soonestTime(student, NAME).click()
  const dialog = student.getByRole('dialog')
  await dialog.getByRole('button', { name: booking.review.confirm }).click()
  await expect(dialog.getByRole('heading', { name: booking.done.heading })).toBeVisible()
})
