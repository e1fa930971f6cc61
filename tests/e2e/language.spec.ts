import { expect, type Page } from '@playwright/test'
import { account as arabic } from '#messages/account'
import { account } from '../../web/messages/en/account.ts'
import { shell } from '../../web/messages/en/shell.ts'
import { languageNames } from '../../web/messages/languages.ts'
import { openPage, origin } from './steps.ts'
import { test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('English is chosen at the entrance, holds for every screen, and is left again', async ({ browser }) => {
  const page = await openPage(browser)
  const html = page.locator('html')
  await page.goto(`${origin()}/login`)
  await expect(heading(page, arabic.login.title)).toBeVisible()
  await page.getByRole('button', { name: languageNames.en }).click()
  await expect(heading(page, account.login.title)).toBeVisible()
  await expect(html).toHaveAttribute('dir', 'ltr')
  await expect(html).toHaveAttribute('lang', 'en-GB')
  expect((await page.locator('form').innerText()).match(/\p{Script=Arabic}/u)).toBeNull()

  await page.goto(`${origin()}/tutors`)
  await expect(page).toHaveTitle(`${shell.titles.tutors} | ${shell.brand}`)
  expect((await page.locator('header').first().innerText()).match(/\p{Script=Arabic}/u)).toBeNull()
  await page.getByRole('button', { name: shell.settings.open }).click()
  await page.getByRole('button', { name: languageNames.ar }).click()
  await expect(html).toHaveAttribute('dir', 'rtl')
})
