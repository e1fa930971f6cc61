import { expect, type Page } from '@playwright/test'
import { demoAccounts } from '#db/demo/accounts'
import { account as arabic } from '#messages/account'
import { frame } from '#messages/frame'
import { lessons } from '#messages/lessons'
import { shell as shellInArabic } from '#messages/shell'
import { tutorFilters } from '#messages/tutor-filters'
import { tutors } from '#messages/tutors'
import { account } from '../../web/messages/en/account.ts'
import { shell } from '../../web/messages/en/shell.ts'
import { languageNames } from '../../web/messages/languages.ts'
import { DEMO_TUTOR, listOf, openAs, openPage, origin } from './steps.ts'
import { test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('English is chosen on the sign-in page, applies to every screen, and is switched back', async ({ browser }) => {
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
  expect((await page.getByRole('banner').innerText()).match(/\p{Script=Arabic}/u)).toBeNull()
  await page.getByRole('button', { name: shell.settings.open }).click()
  await page.getByRole('button', { name: languageNames.ar }).click()
  await expect(html).toHaveAttribute('dir', 'rtl')
})

test('a guest who reads English finds a tutor by the Latin name, and sees it in the language it is written in', async ({
  browser,
}) => {
  const latin = demoAccounts.find(({ email }) => email === 'tutor@hessa.test')?.englishName ?? ''
  const page = await openPage(browser)
  await page.goto(`${origin()}/login`)
  await page.getByRole('button', { name: languageNames.en }).click()
  await expect(heading(page, account.login.title)).toBeVisible()
  await page.goto(listOf(latin))
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).not.toContainText(DEMO_TUTOR)
  // The page's own language needs no mark; only what differs from it has one.
  const name = card.locator('bdi[translate=no]').filter({ hasText: latin })
  await expect(name).toBeVisible()
  await expect(name).not.toHaveAttribute('lang', /ar/)
  await card.getByRole('link', { name: latin }).first().click()
  await expect(heading(page, latin)).toBeVisible()

  await page.getByRole('button', { name: shell.settings.open }).click()
  await page.getByRole('button', { name: languageNames.ar }).click()
  await expect(heading(page, DEMO_TUTOR)).toBeVisible()
  await expect(page.getByText(latin)).toHaveCount(0)
})

/** As Chrome's translator: each text gives way to an element with other words, but where an element forbids it. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const replace = (text: Text) => {
      const { parentElement } = text
      if (!parentElement || parentElement.closest('script, style, title, font, [translate=no]')) return
      if (!text.data.trim()) return
      const font = document.createElement('font')
      font.appendChild(document.createElement('font')).textContent = `«${text.data.trim()}»`
      text.replaceWith(font)
    }
    const below = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
      for (const text of texts) replace(text)
      if (root instanceof Text) replace(root)
    }
    below(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) below(node)
    }).observe(document.body, { childList: true, subtree: true })
  })

test('on a page that the browser translates each screen has its own heading, and names, numbers and the brand stay', async ({
  browser,
}) => {
  const page = await openAs(browser, 'student@hessa.test')
  await page.goto(listOf(DEMO_TUTOR))
  const name = page.getByRole('article').locator('bdi[translate=no]').filter({ hasText: DEMO_TUTOR })
  await expect(name).toBeVisible()
  await translate(page)
  await expect(heading(page, `«${tutors.list.title}»`)).toBeVisible()
  await expect(name).toHaveText(DEMO_TUTOR)
  await expect(page.getByText(`«${shellInArabic.brand}»`)).toHaveCount(0)
  const bar = page.getByRole('navigation').last()
  for (const [link, title] of [
    [frame.nav.upcoming, lessons.upcoming.title],
    [frame.nav.tutors, tutors.list.title],
  ] as const) {
    await bar.getByRole('link', { name: link }).click()
    await expect(heading(page, `«${title}»`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  // Texts that come and go among translated ones do so here too.
  await page.getByRole('searchbox').fill('لا أحد بهذا الاسم')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`«${tutorFilters.list.noResults}»`)).toBeVisible()
})
