import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { booking } from '#messages/booking'
import { contact } from '#messages/contact'
import { emailVerification } from '#messages/email-verification'
import { errors } from '#messages/errors'
import { frame } from '#messages/frame'
import { phone } from '#messages/phone'
import { rating } from '#messages/rating'
import { report } from '#messages/report'
import { tutorProfile } from '#messages/tutor-profile'
import { ui } from '#messages/ui'
import { upload } from '#messages/upload'
import {
  bookableTime,
  expectAccessible,
  expectNoOverflow,
  firstOfCode,
  inEitherGender,
  listOf,
  mailedCode,
  openAccountMenu,
  openAs,
  openPage,
  origin,
  PASSWORD,
  toast,
} from './steps.ts'
import { test } from './test.ts'

const STUDENT = 'student@hessa.test'
const STAFF = 'super@hessa.test'
const siteOrigin = () => origin().replace('//', '//www.')

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const starts = (sentence: string) => new RegExp(`^${sentence.split('{')[0]?.trim()}`)
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function signIn(request: APIRequestContext, email: string) {
  const answer = await request.post(`${origin()}/api/v1/auth/password`, { data: { email, password: PASSWORD } })
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

/** The code that a phone got last. */
async function texted(request: APIRequestContext, to: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const sent = (await (await request.get(`${origin()}/dev/outbox?to=${to}`)).json()) as {
        params: { otp?: string }
      }[]
      code = sent.at(-1)?.params.otp ?? ''
      return code
    })
    .toMatch(/^\d{5}$/)
  return code
}

/** A student of one's own, whose e-mail is verified. */
async function newStudent(request: APIRequestContext): Promise<string> {
  const email = `mona.${crypto.randomUUID().slice(0, 8)}@outlook.com`
  const opened = await request.post(`${origin()}/api/v1/student`, { data: { email, password: PASSWORD } })
  const { token } = (await opened.json()) as { token: string }
  const confirmed = await request.post(`${origin()}/api/v1/confirmation-code/email/confirm`, {
    headers: { authorization: `Bearer ${token}` },
    data: { code: Number(await mailedCode(request, email)) },
  })
  expect(confirmed.status()).toBe(200)
  return email
}

test('a student rates the tutor of a lesson that is over, changes it and takes it back', async ({ browser }) => {
  const page = await openAs(browser, STUDENT)
  await page.goto(`${origin()}/upcoming-lessons?tab=past`)
  const rate = page.getByRole('button', { name: starts(rating.rateTutor) }).last()
  const name = ((await rate.getAttribute('aria-label')) ?? '').replace(rating.action, '').trim()
  const say = async (words: { stars: string; text: string }) => {
    await dialogOf(page).getByRole('radio', { name: words.stars, exact: true }).locator('..').click()
    await dialogOf(page).getByLabel(rating.feedback).fill(words.text)
  }
  const takeBack = async () => {
    await dialogOf(page).getByRole('button', { name: rating.delete, exact: true }).click()
    await expectAccessible(page, 'the question before a rating is deleted')
    await dialogOf(page).getByRole('button', { name: rating.deleting.confirm, exact: true }).click()
    await expect(dialogOf(page)).toBeHidden()
  }
  await rate.click()
  await expect(dialogOf(page).getByLabel(rating.feedback)).toBeVisible()
  // The students of the demo have said something already, most of them.
  if (await dialogOf(page).getByRole('button', { name: rating.delete, exact: true }).isVisible()) {
    await takeBack()
    await rate.click()
  }
  await dialogOf(page).getByRole('button', { name: rating.send, exact: true }).click()
  await expect(dialogOf(page).getByText(rating.starsMissing)).toBeVisible()
  await say({ stars: rating.labels.veryGood, text: 'ab' })
  await dialogOf(page).getByRole('button', { name: rating.send, exact: true }).click()
  await expect(dialogOf(page).getByText(inEitherGender(errors['too-short-rating-text']))).toBeVisible()
  await expectAccessible(page, 'the rating with a mistake')
  await say({ stars: rating.labels.veryGood, text: 'شرح هادي وواضح' })
  await dialogOf(page).getByRole('button', { name: rating.send, exact: true }).click()
  await expect(toast(page, rating.sent)).toBeVisible()

  await page.goto(listOf(name))
  await page.getByRole('article').getByRole('link', { name, exact: true }).click()
  await page.getByRole('tab', { name: tutorProfile.profile.tabs.reviews }).click()
  const reviews = page.getByRole('tabpanel')
  await expect(reviews.getByText('شرح هادي وواضح')).toBeVisible()
  await reviews.getByRole('button', { name: rating.edit }).click()
  await expect(dialogOf(page).getByRole('radio', { name: rating.labels.veryGood, exact: true })).toBeChecked()
  await say({ stars: rating.labels.excellent, text: 'أحسن حصة أخدتها' })
  await dialogOf(page).getByRole('button', { name: rating.save, exact: true }).click()
  await expect(reviews.getByText('أحسن حصة أخدتها')).toBeVisible()
  await expectAccessible(page, 'the reviews with one’s own')
  await reviews.getByRole('button', { name: rating.edit }).click()
  await takeBack()
  await expect(reviews.getByText('أحسن حصة أخدتها')).toBeHidden()
})

test('a problem is reported with the screen and the log, and staff find it', async ({ browser, request }) => {
  const page = await openAs(browser, STUDENT)
  await page.goto(`${origin()}/s/dashboard`)
  await openAccountMenu(page)
  await page.getByRole('button', { name: frame.help.report }).click()
  const dialog = dialogOf(page)
  const send = dialog.getByRole('button', { name: report.send })
  await send.click()
  await expect(dialog.getByLabel(report.kind)).toBeFocused()
  await expect(dialog.getByText(report.descriptionMissing)).toBeVisible()
  await dialog.getByLabel(report.kind).selectOption(report.kinds.payment)
  const words = `الدفع وقف عند آخر خطوة ${Date.now()}`
  await dialog.getByLabel(report.description).fill(words)

  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(dialog.getByText(inEitherGender(upload.faults['not-image']))).toBeVisible()
  await chooser.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: PNG })
  await expect(dialog.getByText('screen.png')).toBeVisible()
  await dialog.getByText(report.showLog).click()
  await expect(dialog.getByRole('region', { name: report.logLabel })).toContainText('browser:')
  await expectAccessible(page, 'the report')
  await send.click()
  await expect(toast(page, report.sent)).toBeVisible()
  await expect(dialog).toBeHidden()

  const found = await request.get(`${origin()}/api/v1/report/list?description=${encodeURIComponent(words)}`, {
    headers: await signIn(request, STAFF),
  })
  const { list } = (await found.json()) as { list: { title: string; screenshot: string; log: string }[] }
  expect(list).toMatchObject([{ title: report.kinds.payment }])
  const screenshot = await request.get(`${origin()}${list[0]?.screenshot}`)
  expect(await screenshot.body()).toEqual(PNG)
  expect(await (await request.get(`${origin()}${list[0]?.log}`)).text()).toContain('browser:')
})

test('a part that does not load can be reported from its place', async ({ browser, expectErrors }) => {
  expectErrors(/^500 \/api\/v1\/lesson\/list/)
  const page = await openAs(browser, STUDENT)
  await page.route('**/api/v1/lesson/list*', (route) => route.fulfill({ status: 500, json: { code: 'unexpected' } }))
  await page.goto(`${origin()}/upcoming-lessons`)
  await page.getByRole('button', { name: ui.report }).first().click()
  await expect(dialogOf(page).getByRole('heading', { name: report.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: ui.report }).first()).toBeFocused()
})

test('a phone is typed, verified by its message, and reminds from then on', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^400 \/api\/v1\/confirmation-code\/phone\/verify/)
  const email = await newStudent(request)
  const page = await openAs(browser, email)
  await page.goto(`${origin()}/tutors`)
  await page
    .getByRole('button', { name: bookableTime('') })
    .last()
    .click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: booking.review.confirm }).click()
  await dialog.getByRole('button', { name: phone.notifications.offer }).click()

  await expect(dialog.getByRole('heading', { name: phone.title })).toBeVisible()
  await dialog.getByRole('button', { name: phone.saveAndSend }).click()
  await expect(dialog.getByText(inEitherGender(errors['invalid-phone']))).toBeVisible()
  await expectAccessible(page, 'the phone with a mistake')
  const number = `010${String(Date.now()).slice(-8)}`
  // Arabic digits are digits.
  await dialog.getByLabel(phone.number).fill(number.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''))
  await dialog.getByRole('button', { name: phone.saveAndSend }).click()
  await expect(dialog.getByText(number)).toBeVisible()

  const code = await texted(request, number)
  await firstOfCode(page).click()
  await page.keyboard.type(code === '12345' ? '54321' : '12345')
  await expect(dialog.getByText(inEitherGender(errors['invalid-verification-code']))).toBeVisible()
  await expectAccessible(page, 'a wrong code')
  await expect(dialog.getByText(inEitherGender(emailVerification.resendIn.split(' {seconds')[0] ?? ''))).toBeVisible()
  await page.keyboard.type(code)
  await expect(dialog.getByText(phone.doneText)).toBeVisible()
  const me = await request.get(`${origin()}/api/v1/user/current`, { headers: await signIn(request, email) })
  expect(await me.json()).toMatchObject({ phone: number, verifiedPhone: true, notificationMethod: 1 })
})

test('the site takes a message, and says why not', async ({ browser, expectErrors }) => {
  expectErrors(/^(net::ERR_FAILED|429) \/api\/v1\/contact-request/)
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const send = page.locator('form button')
  const fill = async (message: string) => {
    await page.locator('#name').fill('منى علي')
    await page.locator('#phone').fill('٠١٠١٢٣٤٥٦٧٨')
    await page.locator('#title').fill('سؤال عن الباقات')
    await page.locator('#message').fill(message)
  }
  await page.goto(`${siteOrigin()}/contact`)
  await expectAccessible(page, 'the contact page')
  await send.click()
  await expect(page.locator('#name')).toBeFocused()
  await expect(page.getByText(contact.review)).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `the contact page with mistakes at ${width} px`)
  }
  await fill('قصيرة')
  await send.click()
  await expect(page.getByText(errors['short-contact-request-message'])).toBeVisible()
  await page.locator('#message').fill('عايز أعرف الباقة السنوية بتتقسّط إزاي.')
  await page.route('**/api/v1/contact-request', (route) => route.abort())
  await send.click()
  await expect(page.getByText(contact.failed)).toBeVisible()
  await page.unroute('**/api/v1/contact-request')
  await send.click()
  await expect(page.locator('#sent')).toBeVisible()
  await expectNoOverflow(page, 'the contact page after a message')

  // One message in six hours from one place: the next one is told so, and keeps what was written.
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.reload()
  await expectAccessible(page, 'the contact page')
  await fill('عايز أسأل عن الباقة الشهرية كمان.')
  await send.click()
  await expect(page.getByText(contact.soon)).toBeVisible()
  await expect(page.locator('#message')).toHaveValue(/الباقة الشهرية/)
  await expectNoOverflow(page, 'the contact page that asks to wait')
})
