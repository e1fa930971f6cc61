import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { dataTable } from '#messages/data-table'
import { dashboardOrigin, openStaffAs, untilLoaded } from './steps.ts'
import { test } from './test.ts'

/** Every list that staff export, read back as a spreadsheet reads it (docs/rules/staff.md 1.4). */

/** By a name that TypeScript does not follow: SheetJS declares all formats, and two functions are used here. */
const SHEETS: string = '@e965/xlsx'
type Sheet = {
  read: (text: string, options: object) => { Sheets: { Sheet1: object } }
  utils: { sheet_to_json: (sheet: object, options: object) => unknown[][] }
}

const LISTS = [
  '/users',
  '/tutors',
  '/lessons',
  '/at-risk',
  '/tutor-quality',
  '/call-quality',
  '/inbox',
  '/inbox?tab=contact',
  '/inbox?tab=messages',
  '/interviews',
  '/interviews?tab=demos',
  '/photo-sessions',
  '/plans',
  '/plans?tab=coupons',
  '/plan-invites',
  '/plan-invites?tab=emails',
  '/topics',
  '/links',
  '/messages',
  '/staff',
  '/invoices?tab=all',
  '/invoices?tab=files',
  '/invoices?tab=payouts',
  '/payments',
  '/payments?tab=subscriptions',
  '/payments?tab=refunds',
  '/audit',
  '/user/6?tab=lessons',
  '/user/6?tab=minutes',
  '/user/5?tab=earnings',
  '/user/5?tab=ratings',
]

/** What the heading of a column of times says of its offset. */
const CAIRO = /UTC\+2/
const PHONE = /^(?:\+20|0)1\d{9}$/
/** A code, a machine's word or a machine's time instead of words. */
const CODE = /^(?:\[object \w+\]|undefined|null|NaN|true|false|Infinity|\d{4}-\d\d-\d\dT.*)$/

/** What a list's button gives as a file; null where there is nothing to export. */
async function exported(page: Page, button: Locator): Promise<unknown[][] | null> {
  if (await button.isDisabled()) return null
  const download = page.waitForEvent('download')
  await button.click()
  const { read, utils } = (await import(SHEETS)) as Sheet
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.startsWith('\uFEFF')).toBe(true)
  const { Sheet1 } = read(file, { type: 'string', UTC: true, cellDates: true, dense: false }).Sheets
  return utils.sheet_to_json(Sheet1, { header: 1, UTC: true })
}

test('every list that can be exported is read by a spreadsheet as times, amounts, digits with their zeros, and words', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const page = await openStaffAs(browser, 'super@hessa.test', { viewport: { width: 1280, height: 844 } })
  const read = new Set<string>()
  for (const path of LISTS) {
    await page.goto(`${dashboardOrigin()}${path}`)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await untilLoaded(page)
    const buttons = await page.getByRole('button', { name: dataTable.export.action, exact: true }).all()
    const files: unknown[][][] = []
    for (const button of buttons) files.push((await exported(page, button)) ?? [])
    for (const [headings = [], ...lines] of files.filter((rows) => rows.length > 0)) {
      read.add(path)
      expect(new Set(headings).size, path).toBe(headings.length)
      expect(lines.length, path).toBeGreaterThan(0)
      headings.forEach((heading, at) => {
        expect(heading, path).toMatch(/\S/)
        const cells = lines.map((line) => line[at]).filter((cell) => cell !== undefined && cell !== null && cell !== '')
        const what = `${path} ${heading}`
        if (CAIRO.test(String(heading)))
          expect(
            cells.every((cell) => cell instanceof Date),
            what,
          ).toBe(true)
        for (const cell of cells) {
          expect(String(cell), what).not.toMatch(CODE)
          // A phone that was read as a number would be one without its zero.
          if (typeof cell === 'number') expect(`0${cell}`, what).not.toMatch(PHONE)
        }
      })
    }
  }
  // A list without rows has nothing to export.
  expect([...read].length, [...read].join(' ')).toBeGreaterThan(18)
})
