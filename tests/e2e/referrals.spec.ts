import { expect } from '@playwright/test'
import { referrals } from '#messages/referrals'
import { DESK, newStudent, PHONE } from './call-steps.ts'
import { expectSound, openPage, origin, signedIn, toast } from './steps.ts'
import { test } from './test.ts'

/** Of the demo data. */
const CODE = '0123456789'
/** What a message says before its first argument. */
const before = (message: string) => message.slice(0, message.indexOf('{'))

test('a guest who opens a link sees who invites, also while registering', async ({ browser }) => {
  const page = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
  await page.goto(`${origin()}/r/${CODE}`)
  await expect(page.getByRole('heading', { level: 1, name: before(referrals.invited.title) })).toBeVisible()
  await page.getByRole('link', { name: referrals.register }).click()
  await expect(page.getByText(before(referrals.invited.title))).toBeVisible()
  await expectSound(page, 'registering by a link')
})

test('a link that leads nowhere says so', async ({ browser, expectErrors }) => {
  expectErrors(/^40[04] /)
  const page = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
  for (const code of ['nobody', '9999999999']) {
    await page.goto(`${origin()}/r/${code}`)
    await expect(page.getByRole('heading', { level: 1, name: referrals.unknown.title })).toBeVisible()
  }
})

test('a new student enters a code, and gets a link of their own', async ({ browser, request }) => {
  const student = await newStudent(request, origin())
  const storageState = signedIn(student.token)
  const page = await openPage(browser, { storageState, reducedMotion: 'reduce', viewport: DESK })
  await page.goto(`${origin()}/r/${CODE}`)
  await page.getByRole('link', { name: referrals.enterHere }).click()
  await expect(page.getByLabel(referrals.enter.label)).toHaveValue(CODE)
  await page.getByRole('button', { name: referrals.enter.submit }).click()
  await expect(toast(page, referrals.enter.done)).toBeVisible()
  await expect(page.getByText(before(referrals.broughtBy))).toBeVisible()
  await page.getByRole('button', { name: referrals.link.open }).click()
  await expect(page.getByLabel(referrals.link.label)).toHaveValue(/\/r\/[0-9a-z]{10}$/)
  await expectSound(page, 'bringing a friend')
})
