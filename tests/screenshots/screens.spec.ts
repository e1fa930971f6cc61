import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { serverStats as arabic } from '#messages/server-stats'
import { serverStats as english } from '../../web/messages/en/server-stats.ts'
import { addressIn, type Language, languages } from '../../web/messages/languages.ts'
import {
  addressOf,
  keeping,
  ORIGINS,
  openPage,
  signedIn,
  THEME_OF_DEVICE,
  tokenOf,
  untilLoaded,
  untilShown,
} from '../e2e/steps.ts'
import { OTHER_VISITORS, VISITORS, type Visitor } from '../screens.ts'
import { STATES, type State } from './states.ts'

const PHONE_WIDTH = 390
const WIDTHS = [PHONE_WIDTH, 1280]
const HEIGHT = 844
const THEMES = ['light', 'dark'] as const
/** The instant at which the pictures are taken: the browser's clock stands still there, and the server's is set to it again. */
const now = Number(process.env.PICTURED_AT)
const words = (process.env.WORDS ?? '').split(' ').filter(Boolean)
const isChosen = (who: string, path: string) =>
  words.length === 0 || words.some((word) => who.includes(word) || path.includes(word))

const fileName = (path: string) => path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'

async function photograph(page: Page, folder: string[], path: string): Promise<void> {
  for (const width of WIDTHS)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: HEIGHT })
      await untilLoaded(page)
      // In a window as high as the page, bars at its edges stand where the page ends.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height: Math.max(height, HEIGHT) })
      const name = [...folder, `${fileName(path)}-${width}-${theme}.png`]
      await expect.soft(page).toHaveScreenshot(name)
    }
}

const setClock = (request: APIRequestContext) =>
  request.post(`${ORIGINS.app()}/dev/clock`, { data: { now: new Date(now).toISOString() } })

async function pageOf(browser: Browser, language: Language, { as, host }: Omit<Visitor, 'paths'>): Promise<Page> {
  const at = ORIGINS[host]()
  const storageState = as ? signedIn(await tokenOf(as), at, THEME_OF_DEVICE) : keeping(THEME_OF_DEVICE, at)
  const page = await openPage(browser, { storageState })
  await page.context().addCookies([{ name: 'language', value: language, url: at }])
  await page.clock.setFixedTime(now)
  return page
}

/** The runner takes a picture when two in a row are alike, which figures that come every few seconds never are. */
const pauseFigures = (page: Page, language: Language) =>
  page.getByRole('button', { name: (language === 'en' ? english : arabic).pause }).click()

function photographs(language: Language, who: string, { as, host, paths }: Visitor): void {
  const chosen = paths.filter((path) => isChosen(who, path))
  if (chosen.length === 0) return
  test(`${who}, ${language}`, async ({ browser, request }) => {
    const at = ORIGINS[host]()
    await setClock(request)
    const page = await pageOf(browser, language, { as, host })
    for (const path of chosen)
      await test.step(path, async () => {
        await setClock(request)
        // What a phone shows of an address must not depend on a desk's having opened it.
        await page.setViewportSize({ width: PHONE_WIDTH, height: HEIGHT })
        await page.goto(await addressOf(page, host === 'site' ? addressIn(language, path) : path, at))
        // One screen that does not come must not keep the others from being seen.
        await untilShown(page, path).catch((problem) => expect.soft(String(problem), path).toBe(''))
        if (path === '/server-stats') await pauseFigures(page, language)
        await photograph(page, [language, who], path)
      })
  })
}

function photographsState(language: Language, { name, as, path, come }: State): void {
  if (!isChosen(name, path)) return
  test(`${name}, ${language}`, async ({ browser, request }) => {
    await setClock(request)
    const page = await pageOf(browser, language, { as, host: 'app' })
    await page.goto(`${ORIGINS.app()}${path}`)
    await untilShown(page, path)
    await come(page, language)
    await photograph(page, [language, 'states'], name)
  })
}

for (const language of languages.filter((one) => (process.env.PICTURED_LANGUAGE || one) === one)) {
  for (const [who, visitor] of Object.entries({ ...VISITORS, ...OTHER_VISITORS })) photographs(language, who, visitor)
  for (const state of STATES) photographsState(language, state)
}
