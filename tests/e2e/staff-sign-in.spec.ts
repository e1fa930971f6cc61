import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { account } from '#messages/account'
import { errors } from '#messages/errors'
import { profile } from '#messages/profile'
import { secondFactors } from '#messages/second-factors'
import { secondStep } from '#messages/second-step'
import { staffSecurity } from '#messages/staff-security'
import { viewAs } from '#messages/view-as'
import {
  addAuthenticator,
  dashboardOrigin,
  expectSound,
  inEitherGender,
  newToken,
  openPage,
  openStaffAs,
  origin,
  PASSWORD,
  saveOf,
} from './steps.ts'
import { SIGNED_OUT, test } from './test.ts'

const WIDE = { width: 1280, height: 800 }

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${dashboardOrigin()}/login`)
  await page.getByLabel(account.fields.email).fill(email)
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.getByRole('button', { name: account.login.submit, exact: true }).click()
}

/** Proves in a dialog that it is the owner. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: secondFactors.proof.next, exact: true }).click()
}

test('staff enrol an app and a passkey, and sign in by each of them', async ({ browser, expectErrors }) => {
  expectErrors(SIGNED_OUT, /^401 .*auth\/password/, /^400 .*second-factor/)
  const page = await openStaffAs(browser, 'studio@hessa.test')
  await addAuthenticator(page)
  await page.goto(`${dashboardOrigin()}/user-settings`)
  await expect(page.getByRole('heading', { name: staffSecurity.title })).toBeVisible()
  await expectSound(page, 'the own account')
  await page.setViewportSize(WIDE)

  await page.getByRole('button', { name: secondFactors.app.add }).click()
  await prove(page)
  const key = await page.getByRole('dialog').locator('.font-mono bdi').innerText()
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const clock = Number(
    new Date(String((await page.request.get(`${origin()}/api/v1/health`)).headers()['x-server-time'])),
  )
  await page.getByRole('dialog').locator('input[autocomplete=one-time-code]').focus()
  await page.keyboard.type(totp.generate({ timestamp: clock }))
  const codes = page.getByRole('list', { name: secondFactors.recovery.list })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: secondFactors.recovery.done }).click()

  await page.getByRole('button', { name: secondFactors.passkeys.add }).click()
  await page.getByLabel(secondFactors.passkeys.name).fill('لابتوب الشغل')
  await prove(page)
  // The name alone stands in the dialog's hint too.
  await expect(page.getByRole('button', { name: 'غيّر اسم لابتوب الشغل' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await typePassword(page, 'studio@hessa.test')
  await expect(page.getByRole('heading', { name: secondStep.title })).toBeVisible()
  await page.locator('input[autocomplete=one-time-code]').focus()
  // The code that enrolled the app is used up.
  await page.keyboard.type(totp.generate({ timestamp: clock }))
  await expect(page.getByText(inEitherGender(secondStep.wrongCode))).toBeVisible()
  await page.getByRole('button', { name: secondStep.passkey }).click()
  await page.getByRole('button', { name: secondStep.passkey }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await page.evaluate(() => localStorage.clear())
  await typePassword(page, 'studio@hessa.test')
  await page.getByRole('button', { name: secondStep.useRecovery }).click()
  await page.getByLabel(secondStep.recoveryCode).fill(recoveryCode.toUpperCase())
  await page.getByRole('button', { name: secondStep.submit, exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('an admin looks at the app as a student, reads, writes nothing, and leaves', async ({ browser, expectErrors }) => {
  expectErrors(/^403 /, SIGNED_OUT)
  const token = await newToken('admin@hessa.test')
  const sara = await newToken('student@hessa.test')
  const call = async (path: string, as: string, body?: object) => {
    const init = { headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' } }
    const request = body ? { ...init, method: 'POST', body: JSON.stringify(body) } : init
    return (await fetch(`${origin()}/api/v1${path}`, request)).json()
  }
  const { id } = (await call('/user/current', sara)) as { id: number }
  const view = (await call('/auth/view-as', token, { userId: id, reason: 'بتقول إن حصتها مش ظاهرة' })) as {
    token: string
  }
  const page = await openPage(browser)
  await page.goto(`${origin()}/view-as#${view.token}`)
  const banner = page.getByRole('region', { name: viewAs.label })
  await expect(banner).toBeVisible()
  expect(page.url()).not.toContain(view.token)
  expect(await page.evaluate(() => localStorage.getItem('hessa.token'))).toBeNull()
  await page.goto(`${origin()}/s/settings?tab=personal`)
  await expect(banner).toBeVisible()
  await expectSound(page, 'a view of the settings')
  await page.setViewportSize(WIDE)
  // The section is drawn anew beside the tabs.
  await expect(page.getByRole('tablist')).toBeVisible()
  const name = page.getByLabel(profile.fields.name)
  await name.fill('اسم تاني خالص')
  await saveOf(page, name).click()
  await expect(page.getByRole('main').getByText(inEitherGender(errors['read-only-session']))).toBeVisible()
  await banner.getByRole('button', { name: viewAs.leave }).click()
  await page.waitForURL((url) => url.origin === dashboardOrigin())
  expect(await call('/user/current', view.token)).toMatchObject({ code: 'unauthenticated' })
})
