import { type APIRequestContext, expect } from '@playwright/test'
import { Role } from '#domain/roles'
import { account } from '#messages/account'
import { consents } from '#messages/consents'
import { mailings } from '#messages/mailings'
import { register } from '#messages/register'
import { staffPerson } from '#messages/staff-person'
import { apiOf, DESK, PHONE } from './call-steps.ts'
import {
  dashboardOrigin,
  expectSound,
  inEitherGender,
  openPage,
  openStaffAs,
  origin,
  PASSWORD,
  signedIn,
  toast,
  tokenOf,
} from './steps.ts'
import { test } from './test.ts'

type Signed = { user: { id: number }; token: string }

const newEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@outlook.com`

/** Somebody whose account staff have opened without their agreeing, so that both texts are due. */
async function openedByStaff(request: APIRequestContext, role: typeof Role.Student | typeof Role.Tutor) {
  const api = apiOf(request, origin())
  const email = newEmail('opened')
  const { user } = await api.post<Signed>(
    '/user',
    { role, email, password: PASSWORD, hasAgreed: false },
    await tokenOf('super@hessa.test'),
  )
  const { token } = await api.post<Signed>('/auth/password', { email, password: PASSWORD })
  return { id: user.id, token }
}

for (const [role, viewport] of [
  [Role.Student, PHONE],
  [Role.Tutor, DESK],
] as const)
  test(`${role === Role.Student ? 'a student' : 'a tutor'} is asked for texts that are due, puts it off, and accepts them`, async ({
    browser,
    request,
  }) => {
    const { token } = await openedByStaff(request, role)
    const page = await openPage(browser, { storageState: signedIn(token), reducedMotion: 'reduce', viewport })
    await page.goto(`${origin()}${role === Role.Student ? '/s/settings' : '/t/account-settings'}?tab=data`)
    const dialog = page.getByRole('dialog', { name: consents.question.first.title })
    for (const text of ['terms', 'privacy'] as const)
      await expect(dialog.getByRole('link', { name: consents.kinds[text] })).toHaveAttribute(
        'href',
        new RegExp(`/${text}$`),
      )
    await expectSound(page, 'the question after a text has changed')
    await dialog.getByRole('button', { name: consents.question.later, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    const banner = page.getByRole('region', { name: consents.question.label })
    await expect(banner).toContainText(consents.question.first.banner)
    await expectSound(page, 'a screen below the question')

    await banner.getByRole('button', { name: inEitherGender(consents.question.open) }).click()
    await dialog.getByRole('button', { name: inEitherGender(consents.question.agree), exact: true }).click()
    await expect(toast(page, consents.question.done)).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect(page.getByText(consents.places.question)).toHaveCount(2)
    await page.reload()
    await expect(page.getByText(consents.places.question)).toHaveCount(2)
    await expect(banner).toHaveCount(0)
  })

test('who registers is told what is accepted and gets news only by asking for them, which staff see', async ({
  browser,
  request,
}) => {
  const email = newEmail('asks')
  const page = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
  await page.goto(`${origin()}/register/student`)
  await page.getByLabel(account.fields.email).fill(email)
  for (const box of await page.locator('input[autocomplete=new-password]').all()) await box.fill(PASSWORD)
  await page.locator('input[name=consent]').check()
  await expect(page.getByRole('checkbox', { name: register.marketing })).not.toBeChecked()
  await page.getByRole('checkbox', { name: register.marketing }).check()
  await expectSound(page, 'registering')
  await page.getByRole('button', { name: register.submit }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  const { user, token } = await apiOf(request, origin()).post<Signed>('/auth/password', { email, password: PASSWORD })
  const settings = await openPage(browser, { storageState: signedIn(token), reducedMotion: 'reduce', viewport: DESK })
  await settings.goto(`${origin()}/s/settings?tab=data`)
  await expect(settings.getByText(consents.places.registration)).toHaveCount(3)
  await expect(settings.getByText(consents.mailingsOn)).toBeVisible()
  await settings.getByRole('link', { name: consents.change }).click()
  await settings.getByRole('switch', { name: mailings.switch }).click()
  await expect(settings.getByRole('switch', { name: mailings.switch })).not.toBeChecked()
  await settings.goto(`${origin()}/s/settings?tab=data`)
  await expect(settings.getByText(consents.withdrawn, { exact: true })).toHaveCount(1)
  await expect(settings.getByText(consents.mailingsOff)).toBeVisible()

  const dina = await openStaffAs(browser, 'admin@hessa.test', { viewport: DESK })
  await dina.goto(`${dashboardOrigin()}/user/${user.id}?tab=sessions`)
  await expect(dina.getByRole('heading', { name: consents.ofTitle })).toBeVisible()
  await expect(dina.getByText(consents.places.registration)).toHaveCount(3)
  await expect(dina.getByText(consents.withdrawn, { exact: true })).toHaveCount(1)
  await expectSound(dina, `${staffPerson.tabs.sessions} of a person`)
})
