import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { account } from '../../web/i18n/ar/account.ts'

export const PASSWORD = 'Hessa2026!'
export const origin = () => process.env.HESSA_ORIGIN ?? 'http://localhost:8787'

/**
 * A page whose errors fail the test: a person's browser should have nothing to complain of, but for what `mended` names,
 * which the page gets over by itself.
 */
export async function openPage(context: BrowserContext, mended?: RegExp): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    if (!mended?.test(`${error.name}: ${error.message}`)) throw error
  })
  return page
}

/** Watches for a notice from now on: it may be gone again when the answer is called. */
export function noticed(page: Page, text: string): () => Promise<void> {
  const seen = page.getByText(text).first().waitFor()
  seen.catch(() => undefined)
  return () => seen
}

export async function logIn(page: Page, email: string, at = origin()): Promise<void> {
  await page.goto(`${at}/login`)
  await page.getByLabel(account.fields.email).fill(email)
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.getByRole('button', { name: account.login.submit, exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The code that was mailed to an address last. */
export async function mailedCode(request: APIRequestContext, email: string, at = origin()): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const sent = (await (await request.get(`${at}/dev/outbox?to=${email}`)).json()) as {
        params: { code: string }
      }[]
      code = sent.at(-1)?.params.code ?? ''
      return code
    })
    .toMatch(/^\d{5}$/)
  return code
}

/** What a screen reader and low vision need of what is on the page now; `what` names it in the report. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)
  expect.soft(found, what).toEqual([])
}
