import { expect, type Page, test } from '@playwright/test'
import { call } from '../../web/i18n/ar/call.ts'
import { apiOf, bookLesson, cutLine, enter, expectMedia, fakeDevices, openPerson, TUTOR } from './call-steps.ts'
import { origin } from './steps.ts'

test.use({ launchOptions: fakeDevices })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }
const MINUTE = 60_000

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/call-${name}-${page.viewportSize()?.width}.png` })
}

test.afterEach(({ request }) => apiOf(request, origin()).moveClock(null))

const press = (page: Page, name: string) =>
  page.getByRole('navigation', { name: call.controls.label }).getByRole('button', { name, exact: true }).click()
/** A sentence about somebody, whoever it is. */
const said = (sentence: string) => new RegExp(`^${sentence.split('{name}').join('.*')}$`)

test('two hold a lesson from browser to browser: seen and heard, switched, shared, cut off and found again', async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000)
  const api = apiOf(request, origin())
  const lesson = await bookLesson(request, origin())
  await api.moveClock(lesson.start - MINUTE)
  const student = await openPerson(browser, lesson.studentEmail, PHONE)
  const tutor = await openPerson(browser, TUTOR, DESK)
  const path = `${origin()}/lesson/${lesson.id}`
  await student.goto(path)
  await tutor.goto(path)
  await expect(student.getByLabel(call.ready.preview)).toBeVisible()
  await shot(student, 'ready')
  await shot(tutor, 'ready')
  await enter(student)
  await expect(student.getByText(call.stage.waitingText)).toBeVisible()
  await shot(student, 'waiting')
  await enter(tutor)
  await expectMedia(student)
  await expectMedia(tutor)
  await shot(student, 'in')
  await shot(tutor, 'in')

  await press(student, call.controls.mute)
  await expect(tutor.getByRole('img', { name: said(call.stage.micOff) })).toBeVisible()
  await press(student, call.controls.unmute)
  await expect(tutor.getByRole('img', { name: said(call.stage.micOff) })).toHaveCount(0)
  await press(student, call.controls.cameraOff)
  await expect(tutor.getByText(said(call.stage.cameraOff))).toBeVisible()
  await press(student, call.controls.cameraOn)
  await expect(tutor.locator('video').and(tutor.getByLabel(said(call.stage.videoOf)))).toBeVisible()
  await expectMedia(tutor)

  await press(tutor, call.controls.share)
  await expect(student.locator('video').and(student.getByLabel(said(call.stage.screenOf)))).toBeVisible()
  await expectMedia(student)
  await shot(student, 'sharing')
  await shot(tutor, 'sharing')
  await press(tutor, call.controls.stopShare)
  await expect(student.locator('video').and(student.getByLabel(said(call.stage.screenOf)))).toHaveCount(0)

  const mend = await cutLine(student.context(), student)
  await expect(
    student.getByText(call.notices.reconnecting).or(student.getByText(said(call.notices.interrupted))),
  ).toBeVisible({ timeout: 30_000 })
  await shot(student, 'cut')
  await mend()
  await expect(student.getByText(call.notices.reconnecting)).toHaveCount(0, { timeout: 30_000 })
  await expectMedia(student)
  await expectMedia(tutor)

  await press(student, call.controls.leave)
  await shot(student, 'leaving')
  await student.getByRole('button', { name: call.leave.confirm, exact: true }).last().click()
  await expect(student.getByRole('heading', { name: call.end.left.replace('{what}', call.what.lesson) })).toBeVisible()
  await shot(student, 'left')
  await expect(tutor.getByText(call.stage.waitingText)).toBeVisible({ timeout: 20_000 })
  await shot(tutor, 'left')
})
