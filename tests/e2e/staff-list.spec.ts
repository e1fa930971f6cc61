import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { demoAccounts } from '#db/demo/accounts'
import type { LessonState } from '#domain/lessons/states'
import { dataTable } from '#messages/data-table'
import { enums } from '#messages/enums'
import { staffLessons } from '#messages/staff-lessons'
import { staffPayments } from '#messages/staff-payments'
import { staffShell } from '#messages/staff-shell'
import { staffUsers } from '#messages/staff-users'
import { ui } from '#messages/ui'
import { languages } from '../../web/messages/languages.ts'
import { apiOf } from './call-steps.ts'
import { DEMO_STUDENT, dashboardOrigin, openStaffAs, origin, PASSWORD, tokenOf } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const PHONE = { width: 390, height: 844 }
/** The smallest target of a touch, in CSS pixels (WCAG 2.5.5). */
const THUMB = 44

test('a list is searched, filtered, sorted and used by keyboard, and its address says all of it', async ({
  browser,
}) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/users`)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(26)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('hessa')
  await expect(page).toHaveURL(/q=hessa/)
  await page.getByRole('button', { name: dataTable.filters.add, exact: true }).press('Enter')
  await page.getByRole('button', { name: staffUsers.filters.role }).press('Enter')
  await page.getByRole('button', { name: enums.role[3], exact: true }).press('Enter')
  await expect(page).toHaveURL(/role=3/)
  await expect(page.getByRole('cell', { name: enums.role[4] })).toHaveCount(0)

  const byName = page.getByRole('columnheader', { name: staffUsers.columns.name })
  await byName.getByRole('button').press('Enter')
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  const first = rows.nth(1).getByRole('link')
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/user\/list\?.*page=2/, async (route) => {
    await isReleased
    await route.continue()
  })
  const ofFirstPage = (await first.getAttribute('href')) ?? ''
  await page.getByRole('button', { name: ui.pages.next }).press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  release()
  await expect(first).not.toHaveAttribute('href', ofFirstPage)
  await expect(first).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  const [, id = ''] = /\/user\/(\d+)/.exec((await first.getAttribute('href')) ?? '') ?? []
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`/user/${id}$`))
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('searchbox')).toHaveValue('hessa')
})

test('payments are found by a student, whose phone is typed as it was dictated, and the address keeps who it is', async ({
  browser,
}) => {
  const student = demoAccounts.find(({ email }) => email === 'student@hessa.test')
  const { users: label } = staffPayments.filters
  const chip = dataTable.filters.chip.replace('{label}', label).replace('{value}', DEMO_STUDENT)
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/payments`)
  await page.getByRole('button', { name: dataTable.filters.add, exact: true }).press('Enter')
  await page.getByRole('button', { name: label, exact: true }).press('Enter')
  const dictated = `+20 ${student?.phone.slice(1, 4)} ${student?.phone.slice(4, 7)} ${student?.phone.slice(7)}`
  await page.getByRole('textbox', { name: label, exact: true }).fill(dictated)
  await page.getByRole('dialog').getByRole('button', { name: DEMO_STUDENT }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`users=${student?.id}(&|$)`))
  await expect(page.getByRole('dialog')).toBeHidden()

  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  const others = rows.filter({ hasNotText: DEMO_STUDENT })
  const isShown = async () => {
    await expect(page.getByRole('button', { name: chip, exact: true })).toBeVisible()
    await expect(rows.filter({ hasText: DEMO_STUDENT })).not.toHaveCount(0)
    await expect(others).toHaveCount(0)
  }
  await isShown()
  await page.reload()
  await isShown()

  await page.getByRole('button', { name: chip, exact: true }).press('Enter')
  await page.getByRole('button', { name: dataTable.people.remove.replace('{name}', DEMO_STUDENT) }).press('Enter')
  await expect(page).not.toHaveURL(/users=/)
  await expect(others).not.toHaveCount(0)
})

test('a view is saved by name, and an export has the rows that the filters let through', async ({ browser }) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/users?role=5`)
  await expect(page.getByRole('table')).toBeVisible()
  const shown = (await page.getByRole('row').count()) - 1

  await page.getByRole('button', { name: dataTable.views.open }).click()
  await page.getByLabel(dataTable.views.name).fill('المديرين')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: dataTable.filters.clear }).click()
  await expect(page).not.toHaveURL(/role=5/)
  await page.getByRole('button', { name: dataTable.views.open }).click()
  await page.getByRole('link', { name: 'المديرين' }).click()
  await expect(page).toHaveURL(/role=5/)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: dataTable.export.action }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  expect(head.startsWith(`\uFEFF${staffUsers.columns.name},`)).toBe(true)
  expect(lines).toHaveLength(shown)
  expect(lines.every((line) => line.includes(enums.role[5]))).toBe(true)
})

test('on a phone a tap anywhere on a card opens its row, and targets are at least 44 pixels high', async ({
  browser,
}) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', { viewport: PHONE, hasTouch: true })
  await page.goto(`${dashboardOrigin()}/users?role=4&q=student@hessa.test`)
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('term') })
    .filter({ hasText: DEMO_STUDENT })
  await card.getByText(enums.role[4]).tap()
  await expect(page).toHaveURL(/\/user\/\d+$/)
  await page.goBack()
  const home = await page.getByRole('link', { name: staffShell.nav.home }).boundingBox()
  const search = await page.getByRole('searchbox').locator('..').boundingBox()
  const filter = await page.getByRole('button', { name: enums.role[4] }).boundingBox()
  for (const box of [home, search, filter]) expect(box?.height).toBeGreaterThanOrEqual(THUMB)
})

/** How much of a table is out of sight at the time of the year whose words are longest, not only now. */
function hiddenWidth(region: Element): number {
  const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    currentNode.textContent =
      currentNode.textContent
        ?.replace(/\b(?:Mon|Tues|Thurs|Fri|Satur|Sun)day (\d+) \p{L}+/u, 'Wednesday 28 September')
        .replace(/^(?:الاثنين|الأربعاء|الخميس|الجمعة|السبت|الأحد) \p{N}+ \p{L}+/u, 'الثلاثاء ٢٨ أغسطس')
        .replace(/(?<!\p{N})\p{N}{1,2}:\p{N}\p{N}(?!\p{N})/gu, (time) => (/\d/.test(time) ? '10:00' : '١٠:٠٠')) ?? null
  }
  return region.scrollWidth - region.clientWidth
}

for (const language of languages)
  test(`at the width of a small laptop the tables of a day’s work and all tabs of a tutor are in sight (${language})`, async ({
    browser,
    request,
  }) => {
    const email = `a.student.whose.address.is.longer.than.its.column.${Date.now()}@students.example.com`
    const data = { email, password: PASSWORD }
    expect((await request.post(`${origin()}/api/v1/student/`, { data })).status()).toBe(200)
    const page = await openStaffAs(browser, 'super@hessa.test', WIDE)
    await page.context().addCookies([{ name: 'language', value: language, url: dashboardOrigin() }])
    const api = apiOf(request, origin())
    const token = await tokenOf('super@hessa.test')
    const { list } = await api.get<{ list: { id: number }[] }>('/report/list?size=1', token)
    const student = demoAccounts.find((one) => one.email === 'student@hessa.test')
    // A statement with a name and a reason needs the most room.
    const minutes = `/student/${student?.id}/minutes`
    const gift = { minutes: 15, reason: 'الحصة اتقطعت من عندنا مرتين' }
    const { entryId } = await api.post<{ entryId: number }>(minutes, gift, token)
    await api.remove(`${minutes}/${entryId}`, token)
    const paths = ['/interviews', '/lessons', '/users', '/tutors', '/invoices', '/payments', '/inbox']
    for (const path of [...paths, `/inbox?open=${list[0]?.id}`, `/user/${student?.id}?tab=minutes`]) {
      await page.goto(`${dashboardOrigin()}${path}`)
      const region = page
        .getByRole('region')
        .filter({ has: page.getByRole('table') })
        .last()
      await expect(region.getByRole('row').nth(1)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
      if (path === '/users') await expect(page.getByText(email)).toBeVisible()
      const hidden = await region.evaluate(hiddenWidth)
      // Both widths are rounded to whole pixels, each for itself.
      expect.soft(hidden, path).toBeLessThanOrEqual(1)
    }
    await page.goto(`${dashboardOrigin()}/tutor/5`)
    const tabs = page.getByRole('tab')
    await expect(tabs.first()).toBeVisible()
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 0.9 })
  })

test('nobody is called absent from a lesson that has not begun', async ({ browser, request }) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  const { detail } = staffLessons
  const open = async (status: LessonState) => {
    const { list } = await apiOf(request, origin()).get<{ list: { lesson: { id: number } }[] }>(
      `/lesson/list?status=${status}&size=1`,
      await tokenOf('admin@hessa.test'),
    )
    await page.goto(`${dashboardOrigin()}/lessons?open=${list[0]?.lesson.id}`)
    const title = status === 'pending' ? detail.people : detail.attendance
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
  }
  await open('pending')
  await expect(page.getByRole('dialog').getByText(detail.absent)).toHaveCount(0)
  await expect(page.getByRole('dialog').getByText(detail.noDecision)).toHaveCount(0)
  await open('fulfilled')
  await expect(page.getByRole('dialog').getByRole('heading', { name: detail.decisions })).toBeVisible()
})

test('lessons are found by what happened in them', async ({ browser }) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  const { filters, outcomes } = staffLessons
  await page.goto(`${dashboardOrigin()}/lessons`)
  await page.getByRole('button', { name: dataTable.filters.add, exact: true }).click()
  await page.getByRole('button', { name: filters.outcome }).click()
  await page.getByRole('button', { name: outcomes[4], exact: true }).click()
  await expect(page).toHaveURL(/outcome=4/)
  await expect(page.getByRole('cell', { name: outcomes[1], exact: true })).toHaveCount(0)
  const absent = page.getByRole('cell', { name: outcomes[4], exact: true })
  await expect(absent).not.toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount((await absent.count()) + 1)
})
