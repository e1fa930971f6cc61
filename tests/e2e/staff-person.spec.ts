import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { dataTable } from '#messages/data-table'
import { profile } from '#messages/profile'
import { staffMeetings } from '#messages/staff-meetings'
import { staffPayments } from '#messages/staff-payments'
import { staffPerson } from '#messages/staff-person'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { ui } from '#messages/ui'
import { dashboardOrigin, newToken, noticed, openAs, openStaffAs, origin, saveOf } from './steps.ts'
import { SIGNED_OUT, test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const ADMIN = 'admin@hessa.test'
const NAMES = ['سلمى أحمد فؤاد', 'سلمى فؤاد'] as const

type Student = { id: number; email: string; name: string | null; phone: string | null }

/** A student of the demo with a phone and minutes, whom no other test signs in as. */
async function anotherStudent(request: APIRequestContext): Promise<Student & { phone: string }> {
  const headers = { authorization: `Bearer ${await newToken(ADMIN)}` }
  const get = async (path: string) => (await request.get(`${origin()}/api/v1${path}`, { headers })).json()
  const { list } = (await get('/user/list?role=4&verified=true&size=50')) as { list: Student[] }
  for (const { id, email, name, phone } of list) {
    const { info } = (await get(`/sub/user?userId=${id}`)) as { info: object | null }
    if (info && phone && email !== 'student@hessa.test') return { id, email, name, phone }
  }
  throw new Error('No student of the demo has a phone and minutes')
}

/** Opens the menu of actions and chooses one. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: staffPerson.actions.open, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a student is found by phone, edited, given minutes and signed out', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(SIGNED_OUT)
  const student = await anotherStudent(request)
  const { id, email, phone } = student
  const theirs = await openAs(browser, email)
  await theirs.goto(`${origin()}/s/dashboard`)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()

  const page = await openStaffAs(browser, ADMIN, WIDE)
  await page.goto(`${dashboardOrigin()}/users`)
  await page.getByRole('searchbox').fill(phone)
  await expect(page).toHaveURL(/q=/)
  await page.locator(`a[href="/user/${id}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name: student.name ?? '' })).toBeVisible()

  const name = student.name === NAMES[0] ? NAMES[1] : NAMES[0]
  const field = page.getByRole('textbox', { name: profile.fields.name, exact: true })
  await field.fill(name)
  await saveOf(page, field).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const reason = `الحصة اتقطعت من عندنا ${crypto.randomUUID().slice(0, 8)}`
  await act(page, staffPerson.actions.giveMinutes)
  await page.getByLabel(staffPerson.minutes.count).fill('٤٥')
  await page.getByLabel(staffPerson.minutes.reason).fill(reason)
  await page.getByRole('button', { name: staffPerson.minutes.send }).click()
  await page.getByRole('tab', { name: staffPerson.tabs.minutes }).click()
  const given = page.getByRole('row').filter({ hasText: reason })
  await expect(given).toContainText('٤٥')
  await given.getByRole('button').click()
  await page.getByRole('menuitem', { name: staffPerson.minutes.takeBack }).click()
  const newest = page.getByRole('tabpanel').getByRole('row').nth(1)
  await expect(newest).toContainText(staffPerson.minutes.takenBackKind)

  await act(page, staffPerson.actions.signOut)
  const done = noticed(page, staffPerson.signOut.done)
  await page.getByLabel(dataTable.reason.label).fill('طلب يقفل حسابه من كل الأجهزة')
  await page.getByRole('button', { name: staffPerson.signOut.confirm, exact: true }).click()
  await done()
  await theirs.waitForURL((url) => url.pathname === '/login')
})

test('a regular admin sees a super admin’s account and can change nothing', async ({ browser, request }) => {
  const token = await newToken('super@hessa.test')
  const answer = await request.get(`${origin()}/api/v1/user/current`, { headers: { authorization: `Bearer ${token}` } })
  const { id } = (await answer.json()) as { id: number }

  const page = await openStaffAs(browser, ADMIN, WIDE)
  await page.goto(`${dashboardOrigin()}/user/${id}`)
  await expect(page.getByText(staffPerson.actions.none)).toBeVisible()
  await expect(page.getByRole('button', { name: staffPerson.actions.open, exact: true })).toHaveCount(0)
  await expect(page.getByLabel(profile.fields.name)).toBeDisabled()
  await page.getByRole('tab', { name: staffPerson.tabs.sessions }).click()
  await expect(page.getByRole('heading', { name: staffPerson.sessions.now })).toBeVisible()
  await expect(page.getByRole('button', { name: staffPerson.sessions.end })).toHaveCount(0)
})

/** The first row of a tab by the headers of its columns: the text of each cell, and the look of its badge. */
async function firstRow(page: Page, address: string): Promise<Map<string, string>> {
  await page.goto(`${dashboardOrigin()}${address}`)
  const table = page.getByRole('tabpanel').getByRole('table')
  const row = table.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const headers = await table.getByRole('columnheader').allTextContents()
  const contents = await row
    .locator('th, td')
    .evaluateAll((cells) =>
      cells.map((cell) => `${cell.textContent} ${cell.querySelector('.rounded-full.font-semibold')?.className ?? ''}`),
    )
  return new Map(contents.map((content, at) => [headers[at] ?? '', content]))
}

const LISTS = [
  { tab: 'payments', call: '/tx/list', screen: '/payments?', columns: [staffPayments.columns.status] },
  {
    tab: 'subscriptions',
    call: '/sub/list',
    screen: '/payments?tab=subscriptions&',
    columns: [staffPayments.columns.state],
  },
  {
    tab: 'withdrawals',
    call: '/invoice',
    screen: '/invoices?tab=all&',
    columns: [staffWithdrawals.columns.status, staffWithdrawals.columns.receiver],
  },
] as const

for (const { tab, call, screen, columns } of LISTS)
  test(`the ${tab} of a person look as in the list of all`, async ({ browser, request }) => {
    const headers = { authorization: `Bearer ${await newToken(ADMIN)}` }
    const answer = await request.get(`${origin()}/api/v1${call}?size=1`, { headers })
    const { list } = (await answer.json()) as { list: { id: number; userId: number }[] }
    const [{ id, userId } = { id: 0, userId: 0 }] = list
    const page = await openStaffAs(browser, ADMIN, WIDE)
    const ofAll = await firstRow(page, `${screen}ids=${id}`)
    const ofOne = await firstRow(page, `/user/${userId}?tab=${tab}&ids=${id}`)
    for (const header of columns) {
      expect(ofOne.get(header)).toBeTruthy()
      expect(ofOne.get(header)).toBe(ofAll.get(header))
    }
  })

test('a meeting has the badge of its list on the page of its tutor, whose steps say when they cannot be loaded', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^400 .*\/user\/tutor\/meta/)
  const headers = { authorization: `Bearer ${await newToken(ADMIN)}` }
  const answer = await request.get(`${origin()}/api/v1/interview/list?statuses[]=1&statuses[]=2&statuses[]=3&size=1`, {
    headers,
  })
  const { list } = (await answer.json()) as {
    list: { id: number; intervieweeId: number; status: 1 | 2 | 3 }[]
  }
  const [{ id, intervieweeId, status } = { id: 0, intervieweeId: 0, status: 1 as const }] = list
  const page = await openStaffAs(browser, ADMIN, WIDE)
  const ofAll = await firstRow(page, `/interviews?ids=${id}`)

  const refused = { status: 400, json: { code: 'bad-request', message: '' } }
  await page.route(/\/user\/tutor\/meta/, (route) => route.fulfill(refused))
  await page.goto(`${dashboardOrigin()}/user/${intervieweeId}?tab=onboarding`)
  const tab = page.getByRole('tabpanel')
  const badge = tab.getByText(staffMeetings.status[status], { exact: true }).first()
  const look = await badge.getAttribute('class')
  expect(ofAll.get(staffMeetings.columns.status)).toBe(`${staffMeetings.status[status]} ${look}`)
  await expect(tab.getByRole('heading', { name: ui.error.title })).toBeVisible()
})

test('the page of an unknown account says that there is none', async ({ browser, expectErrors }) => {
  expectErrors(/^404 \/api\/v1\/user\/999999/)
  const page = await openStaffAs(browser, ADMIN, WIDE)
  await page.goto(`${dashboardOrigin()}/user/999999`)
  await expect(page.getByRole('heading', { level: 1, name: staffPerson.missing.title })).toBeVisible()
})
