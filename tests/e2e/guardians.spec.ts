import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { booking } from '#messages/booking'
import { checkout } from '#messages/checkout'
import { guardian } from '#messages/guardian'
import { apiOf, DESK, newStudent, PHONE, signIn } from './call-steps.ts'
import {
  dashboardOrigin,
  expectSound,
  firstOfCode,
  inEitherGender,
  newToken,
  openPage,
  openStaffAs,
  origin,
  signedIn,
} from './steps.ts'
import { test } from './test.ts'

/** Under 18 by the machine's own clock and for years to come. */
const BORN = new Date().getFullYear() - 12
const NAME = 'هالة محمود'

type Sent = { template: string; params: { otp?: string; url?: string } }

/** The latest message of a template to a guardian's phone. */
async function sentTo(request: APIRequestContext, phone: string, template: string): Promise<Sent['params']> {
  let found: Sent | undefined
  await expect(async () => {
    const sent = (await (await request.get(`${origin()}/dev/outbox?to=20${phone.slice(1)}`)).json()) as Sent[]
    found = sent.findLast((one) => one.template === template)
    expect(found).toBeDefined()
  }).toPass()
  return found?.params ?? {}
}

async function minor(request: APIRequestContext) {
  const student = await newStudent(request, origin())
  const headers = { authorization: `Bearer ${student.token}` }
  const data = { name: 'سارة علي', birthYear: BORN }
  expect((await request.put(`${origin()}/api/v1/user/${student.id}`, { headers, data })).status()).toBe(200)
  return student
}

/** Gives a guardian in the dialog that a screen has opened, with the code from their phone. */
async function giveGuardian(page: Page, request: APIRequestContext, phone: string) {
  const dialog = page.getByRole('dialog', { name: guardian.title })
  await dialog.getByLabel(guardian.name).fill(NAME)
  await dialog.getByLabel(guardian.phone).fill(phone)
  await expectSound(page, 'giving a guardian')
  await dialog.getByRole('button', { name: inEitherGender(guardian.send) }).click()
  await expect(firstOfCode(page)).toBeVisible()
  await expectSound(page, 'the code of a guardian')
  const { otp = '' } = await sentTo(request, phone, 'verify_phone_number')
  await firstOfCode(page).pressSequentially(otp)
  const done = page.getByRole('dialog', { name: guardian.done })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: guardian.finish }).click()
}

test('a student under 18 gives a guardian from the booking, who withdraws by the link, and again from the checkout', async ({
  browser,
  request,
}) => {
  const { id, email } = await minor(request)
  const phone = `011${String(Date.now()).slice(-8)}`
  const page = await openPage(browser, {
    storageState: signedIn(await newToken(email)),
    reducedMotion: 'reduce',
    viewport: PHONE,
  })
  const tutor = await signIn(request, origin())
  await page.goto(`${origin()}/t/${tutor.user.id}?book=true`)
  await expect(page.getByRole('heading', { name: booking.blocked.guardian.title })).toBeVisible()
  await expectSound(page, 'a booking that needs a guardian')
  await page.getByRole('button', { name: guardian.needed.action }).click()
  await giveGuardian(page, request, phone)
  // The booking goes on.
  await expect(page.getByRole('heading', { name: booking.blocked.guardian.title })).toBeHidden()

  await page.setViewportSize(DESK)
  await page.goto(`${origin()}/s/settings`)
  await expect(page.getByText(guardian.given.replace('{name}', NAME).replace(' {date}', ''))).toBeVisible()
  await expectSound(page, 'the settings of a minor')

  const { url = '' } = await sentTo(request, phone, 'guardian_asked')
  const guest = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
  await guest.goto(url)
  await expect(guest.getByRole('heading', { name: guardian.link.ask.title })).toBeVisible()
  await expectSound(guest, 'the link to a guardian')
  await guest.getByRole('button', { name: guardian.link.withdraw }).click()
  await expect(guest.getByRole('heading', { name: guardian.link.done.title })).toBeVisible()

  await page.goto(`${origin()}/checkout/2/month`)
  await expect(page.getByRole('heading', { name: guardian.needed.title })).toBeVisible()
  await expectSound(page, 'a checkout that needs a guardian')
  await page.getByRole('button', { name: guardian.needed.action }).click()
  await giveGuardian(page, request, phone)
  await expect(page.getByText(inEitherGender(checkout.methods.label)).first()).toBeVisible()

  // The tutor and staff see that the student is a minor.
  const api = apiOf(request, origin())
  await api.post('/chat/new', { userId: tutor.user.id, message: 'مساء الخير' }, await newToken(email))
  const teaching = await openPage(browser, {
    storageState: signedIn(tutor.token),
    reducedMotion: 'reduce',
    viewport: PHONE,
  })
  await teaching.goto(`${origin()}/chat`)
  await expect(teaching.getByText(guardian.minor).first()).toBeVisible()
  await expectSound(teaching, 'the chats of a tutor with a minor')
  const staff = await openStaffAs(browser, 'admin@hessa.test', { reducedMotion: 'reduce', viewport: DESK })
  await staff.goto(`${dashboardOrigin()}/user/${id}`)
  await expect(staff.getByText(NAME)).toBeVisible()
  await expectSound(staff, 'the guardian of a person')
})
