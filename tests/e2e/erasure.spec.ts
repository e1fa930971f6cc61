import { expect, type Page } from '@playwright/test'
import { ERASED_ENGLISH_NAME, ERASED_NAME } from '#domain/privacy/erasure'
import { account } from '#messages/account'
import { erasure } from '#messages/erasure'
import { frame } from '#messages/frame'
import { apiOf, DESK, newStudent, PHONE, signIn, TUTOR } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, PASSWORD, signedIn, toast } from './steps.ts'
import { test } from './test.ts'

const DAY = 24 * 3_600_000

/** A name that nobody else has, as names have letters alone. */
const lettersOf = (id: number) => [...String(id)].map((digit) => 'ابتجدرسطعف'[Number(digit)]).join('')

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: erasure.ask }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: erasure.ask }).click()
  const proof = page.getByRole('dialog').filter({ hasText: erasure.proof })
  await proof.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await proof.getByRole('button', { name: erasure.ask }).click()
  await expect(toast(page, erasure.done)).toBeVisible()
}

test('a student asks to be erased, keeps the account, asks again, and is gone two weeks later', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^40[0-3] .*(?:auth\/password|privacy\/erasure)$/)
  const api = apiOf(request, origin())
  const student = await newStudent(request, origin())
  const name = `ياقوت ${lettersOf(student.id)}`
  const headers = { authorization: `Bearer ${student.token}` }
  const named = await request.put(`${origin()}/api/v1/user/${student.id}`, { headers, data: { name } })
  expect(named.status()).toBe(200)
  const tutor = await signIn(request, origin())
  await api.post('/chat/new', { userId: tutor.user.id, message: 'أهلا يا مستر' }, student.token)

  const page = await openPage(browser, {
    storageState: signedIn(student.token),
    reducedMotion: 'reduce',
    viewport: PHONE,
  })
  await page.goto(`${origin()}/s/settings?tab=data`)
  const banner = page.getByRole('region', { name: frame.erasure.label })
  await expect(page.getByRole('button', { name: erasure.ask })).toBeVisible()
  await expectSound(page, 'erasing the account')
  await ask(page)
  await expect(banner).toBeVisible()
  await page.goto(`${origin()}/s/dashboard`)
  await expect(banner).toBeVisible()
  await expectSound(page, 'a screen of an account that is to be erased')
  await banner.getByRole('link', { name: frame.erasure.action }).click()
  await page.getByRole('button', { name: erasure.keep }).click()
  await expect(toast(page, erasure.kept)).toBeVisible()
  await expect(banner).toBeHidden()

  await page.setViewportSize(DESK)
  await ask(page)
  await expect(banner).toBeVisible()
  await page.close()

  try {
    await api.moveClock(Date.now() + 14 * DAY + 60_000)
    expect((await request.post(`${origin()}/dev/jobs/erase-accounts`)).ok()).toBe(true)
    const guest = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
    await guest.goto(`${origin()}/login`)
    await guest.getByLabel(account.fields.email).fill(student.email)
    await guest.locator('input[autocomplete=current-password]').fill(PASSWORD)
    const refused = guest.waitForResponse((answer) => answer.url().endsWith('/auth/password'))
    await guest.getByRole('button', { name: account.login.submit, exact: true }).click()
    expect((await refused).ok()).toBe(false)
    await expect(guest).toHaveURL(/\/login$/)

    const storageState = signedIn(await newToken(TUTOR))
    const seesAs = async (pseudonym: string, language: string) => {
      const state = { ...storageState, cookies: [...storageState.cookies, cookie(language)] }
      const chats = await openPage(browser, { storageState: state, reducedMotion: 'reduce', viewport: DESK })
      await chats.goto(`${origin()}/chat`)
      await expect(chats.getByRole('link', { name: pseudonym, exact: true }).first()).toBeVisible()
      await expect(chats.getByText(name)).toHaveCount(0)
    }
    await seesAs(ERASED_NAME, 'ar')
    await seesAs(ERASED_ENGLISH_NAME, 'en')
  } finally {
    await api.moveClock(null)
  }
})

const cookie = (value: string) => ({
  name: 'language',
  value,
  domain: new URL(origin()).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
})
