import { expect, type Page } from '@playwright/test'
import { call } from '#messages/call'
import { chat } from '#messages/chat'
import { lessons } from '#messages/lessons'
import {
  apiOf,
  bookLesson,
  DESK,
  enter,
  fakeDevices,
  forMeeting,
  openPerson,
  PHONE,
  press,
  refuseDevices,
  shot,
  TUTOR,
  withAnyName,
} from './call-steps.ts'
import { closeContexts, expectSound, inEitherGender, origin, PASSWORD, toast } from './steps.ts'
import { test } from './test.ts'

test.use({ launchOptions: fakeDevices })
test.afterEach(async ({ browser, request }) => {
  await closeContexts(browser)
  await apiOf(request, origin()).moveClock(null)
})

const MINUTE = 60_000
const ON_ITS_SIDE = { width: 844, height: 390 }

const title = (page: Page, sentence: string) => page.getByRole('heading', { level: 1, name: forMeeting(sentence) })
const way = (page: Page) => page.getByRole('button', { name: forMeeting(call.ready.join) })

test('a lesson can be entered a quarter of an hour before it begins, from its card too, and by its two people only', async ({
  browser,
  request,
  expectErrors,
}) => {
  // No socket is refused: that of a session is not opened once it is over.
  expectErrors(/^40[34] \/api\/v1\/lesson\//)
  const api = apiOf(request, origin())
  const lesson = await bookLesson(request, origin())
  const other = await bookLesson(request, origin())
  const path = `${origin()}/lesson/${lesson.id}`
  await api.moveClock(lesson.start - 16 * MINUTE)
  const student = await openPerson(browser, lesson.studentEmail, PHONE)
  await student.goto(path)
  await expect(student.getByText(withAnyName(call.ready.opensIn.replace('{time}', '{name}')))).toBeVisible()
  await expect(way(student)).toHaveCount(0)
  await shot(student, 'early')
  await expectSound(student, 'the entrance before it opens')

  await api.moveClock(lesson.start - 10 * MINUTE)
  await student.goto(`${origin()}/upcoming-lessons`)
  const card = student.getByRole('link', { name: lessons.card.enter })
  await expect(card).toBeVisible()
  await shot(student, 'card')
  await card.click()
  await expect(way(student)).toBeVisible()
  await expectSound(student, 'the entrance')

  const stranger = await openPerson(browser, other.studentEmail, PHONE)
  await stranger.goto(path)
  await expect(title(stranger, call.refused.unallowed.title)).toBeVisible()
  await stranger.goto(`${origin()}/lesson/999999`)
  await expect(title(stranger, call.refused['not-found'].title)).toBeVisible()
  await shot(stranger, 'refused')

  await api.moveClock(lesson.start + 61 * MINUTE)
  await student.goto(path)
  await expect(title(student, call.refused.over.title)).toBeVisible()
})

test('a lesson that is cancelled closes an entrance that is open', async ({ browser, request }) => {
  const api = apiOf(request, origin())
  const lesson = await bookLesson(request, origin())
  await api.moveClock(lesson.start - MINUTE)
  const tutor = await openPerson(browser, TUTOR, DESK)
  await tutor.goto(`${origin()}/lesson/${lesson.id}`)
  await expect(way(tutor)).toBeVisible()
  const student = { email: lesson.studentEmail, password: PASSWORD }
  const { token } = await api.post<{ token: string }>('/auth/password', student)
  await api.remove(`/lesson/${lesson.id}`, token)
  await expect(title(tutor, call.refused.cancelled.title)).toBeVisible()
})

test('refused devices are explained, a student joins without them, and a browser without WebRTC offers the chat', async ({
  browser,
  request,
}) => {
  const lesson = await bookLesson(request, origin())
  await apiOf(request, origin()).moveClock(lesson.start - MINUTE)
  const student = await openPerson(browser, lesson.studentEmail, PHONE)
  await refuseDevices(student, 'NotAllowedError')
  await student.goto(`${origin()}/lesson/${lesson.id}`)
  await expect(student.getByText(call.problems.title.both)).toBeVisible()
  await expect(student.getByText(inEitherGender(call.problems['permission-denied']))).toBeVisible()
  await shot(student, 'denied')
  await expectSound(student, 'refused devices')
  await student.getByRole('button', { name: call.ready.joinMuted }).click()
  await expect(student.getByText(inEitherGender(call.stage.waitingText))).toBeVisible()

  await student.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'))
  await student.reload()
  await expect(student.getByRole('heading', { name: call.noCalls.title })).toBeVisible()
  await expect(student.getByRole('button', { name: call.ready.joinMuted })).toHaveCount(0)
  await shot(student, 'no-calls')
  await expectSound(student, 'a browser without calls')
  await student.getByRole('link', { name: withAnyName(call.noCalls.chat) }).click()
  await expect(student).toHaveURL(/\/chat/)
})

test('in the room an absence is reported and the side chat is used, and it fits every screen', async ({
  browser,
  request,
}) => {
  const api = apiOf(request, origin())
  const lesson = await bookLesson(request, origin())
  const path = `${origin()}/lesson/${lesson.id}`
  await api.moveClock(lesson.start + 4 * MINUTE)
  const tutor = await openPerson(browser, TUTOR, DESK)
  await tutor.goto(path)
  await enter(tutor)
  await expect(tutor.getByText(withAnyName(call.absence.title))).toBeVisible()
  await shot(tutor, 'absent')
  await expectSound(tutor, 'alone in the room')
  await tutor.getByRole('button', { name: call.absence.report }).click()
  await tutor.getByRole('alertdialog').getByRole('button', { name: call.absence.confirm, exact: true }).click()
  await expect(toast(tutor, call.absence.done)).toBeVisible()

  const student = await openPerson(browser, lesson.studentEmail, PHONE)
  await student.goto(path)
  await enter(student)
  await expect(tutor.getByRole('button', { name: call.controls.pip })).toBeVisible()
  await expect(tutor.getByText(withAnyName(call.absence.title))).toHaveCount(0)
  await press(student, call.controls.chat)
  await student.getByRole('complementary').getByRole('textbox').fill('سمعاك كويس')
  await student.getByRole('button', { name: chat.composer.send, exact: true }).click()
  await shot(student, 'chat')
  await expectSound(student, 'the chat over the picture')
  await tutor.getByRole('button', { name: new RegExp(`^${call.controls.chat}، `) }).click()
  await expect(tutor.getByRole('complementary').getByText('سمعاك كويس')).toBeVisible()
  await shot(tutor, 'chat')
  await expectSound(tutor, 'the side chat')
  await tutor.getByRole('complementary').getByRole('textbox').press('Escape')
  await expect(tutor.getByRole('button', { name: call.controls.chat, exact: true })).toBeFocused()

  await student.getByRole('button', { name: chat.panel.close }).click()
  await student.setViewportSize(ON_ITS_SIDE)
  await shot(student, 'inside')
  await expectSound(student, 'a phone on its side')
  await press(student, call.controls.settings)
  await expectSound(student, 'the settings')
  await shot(student, 'settings')
})
