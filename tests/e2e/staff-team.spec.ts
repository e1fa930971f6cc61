import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { mailableFrom } from '#domain/mailings/mailing'
import { Role } from '#domain/roles'
import { dataTable } from '#messages/data-table'
import { enums } from '#messages/enums'
import { errors } from '#messages/errors'
import { mailings } from '#messages/mailings'
import { staffInbox } from '#messages/staff-inbox'
import { staffLinks } from '#messages/staff-links'
import { staffMailings } from '#messages/staff-mailings'
import { staffPermissions } from '#messages/staff-permissions'
import { staffTeam } from '#messages/staff-team'
import { apiOf, newStudent } from './call-steps.ts'
import { dashboardOrigin, expectSound, inEitherGender, openPage, openStaffAs, origin, toast, tokenOf } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }
const OWN_PASSWORD = 'Joined-2026!'

const JOIN = /https?:\/\/admin\.[^\s"<]+\/join#[\w-]+/
const STOP = /https?:\/\/[^\s"<\\]+\/stop-messages#[\w.-]+/

/** The link in the last mail to an address, as the local outbox shows it. */
async function mailedLink(page: Page, email: string, pattern = JOIN): Promise<string> {
  let link = ''
  await expect(async () => {
    const outbox = await page.request.get(`${origin()}/dev/outbox?to=${encodeURIComponent(email)}`)
    link = pattern.exec(await outbox.text())?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test('an invited colleague joins with a name and a password of their own, and the link works once', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^404 .*staff-invite\/read/, /^400 .*staff-invite\/read/)
  const email = 'noha.salem@hessa.test'
  const adel = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await adel.goto(`${dashboardOrigin()}/staff`)
  await adel.getByRole('button', { name: staffTeam.invites.new }).click()
  const dialog = adel.getByRole('dialog', { name: staffTeam.invites.new })
  await dialog.getByLabel(staffTeam.invites.email).fill(email)
  await expectSound(adel, 'a new invitation')
  await dialog.getByRole('button', { name: staffTeam.invites.send }).click()
  const row = adel.getByRole('row', { name: email })
  await expect(row).toContainText(staffTeam.states.waiting)

  const link = await mailedLink(adel, email)
  const noha = await openPage(browser, PHONE)
  await noha.goto(link)
  await expect(noha.getByRole('heading', { name: staffTeam.join.title })).toBeVisible()
  await expect(noha.getByLabel(staffTeam.join.email)).toHaveValue(email)
  await expectSound(noha, 'joining')
  await noha.getByLabel(staffTeam.join.name).fill('نهى سالم')
  for (const field of await noha.locator('input[autocomplete=new-password]').all()) await field.fill(OWN_PASSWORD)
  await noha.getByRole('button', { name: staffTeam.join.action }).click()
  await noha.waitForURL((url) => url.pathname === '/')
  await expect(noha.getByRole('heading', { level: 1 })).toContainText('نهى')

  await adel.reload()
  await expect(row).toContainText(staffTeam.states.accepted)
  const another = await openPage(browser, PHONE)
  await another.goto(link)
  await expect(another.getByRole('heading', { name: staffTeam.join.unusable })).toBeVisible()
  await expect(another.getByText(inEitherGender(staffTeam.join.used))).toBeVisible()
})

test('an admin revokes an invitation, and reads what each role of staff may do', async ({ browser }) => {
  const email = 'wrong.address@hessa.test'
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await dina.goto(`${dashboardOrigin()}/staff`)
  await dina.getByRole('button', { name: staffTeam.invites.new }).click()
  await dina.getByRole('dialog').getByLabel(staffTeam.invites.email).fill(email)
  await dina.getByRole('button', { name: staffTeam.invites.send }).click()
  const row = dina.getByRole('row', { name: email })
  await row.getByRole('button').last().click()
  await dina.getByRole('menuitem', { name: staffTeam.invites.revoke }).click()
  const confirm = dina.getByRole('alertdialog', { name: staffTeam.invites.revokeTitle })
  await confirm.getByRole('textbox').fill('الإيميل غلط')
  await confirm.getByRole('button', { name: staffTeam.invites.revoke }).click()
  await expect(toast(dina, staffTeam.invites.revoked)).toBeVisible()
  await expect(row).toContainText(staffTeam.states.revoked)

  await dina.getByRole('tab', { name: staffTeam.tabs.permissions }).click()
  await dina.getByRole('searchbox', { name: staffPermissions.search }).fill('التحقق بخطوتين')
  const cells = dina.getByRole('row', { name: staffPermissions.acts['secondFactor.reset'] }).getByRole('cell')
  // Super admin, admin, tutor manager, studio.
  await expect(cells).toHaveText(
    ['any', 'no', 'no', 'no'].map((grant) => staffPermissions.grants[grant as 'any' | 'no']),
  )
})

test('an admin adds a short link, which is refused where it would lead to another site', async ({ browser }) => {
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await dina.goto(`${dashboardOrigin()}/links`)
  await dina.getByRole('button', { name: staffLinks.new }).click()
  const dialog = dina.getByRole('dialog', { name: staffLinks.new })
  await dialog.getByLabel(staffLinks.fields.name).fill('wa-ramadan')
  const target = dialog.getByLabel(staffLinks.fields.url)
  await target.fill('https://evil.example/')
  await dialog.getByRole('button', { name: staffLinks.save }).click()
  await expect(dialog.getByText(staffLinks.fields.wrongHost.replace('{hosts}', 'wa.me, whatsapp.com'))).toBeVisible()
  await expectSound(dina, 'a new short link')
  await target.fill('https://wa.me/201012345678?text=ramadan')
  await dialog.getByRole('button', { name: staffLinks.save }).click()
  await expect(toast(dina, staffLinks.saved)).toBeVisible()
  await expect(dina.getByRole('row', { name: /wa-ramadan/ })).toContainText(staffLinks.leads)
})

test('a saved view is shared with a role, opened by a colleague, and shared no more', async ({ browser }) => {
  const { views } = dataTable
  const name = 'استوديوهات'
  const adel = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await adel.goto(`${dashboardOrigin()}/users?role=6`)
  await adel.getByRole('button', { name: views.open }).click()
  await adel.getByLabel(views.name).fill(name)
  await adel.getByRole('button', { name: views.save }).click()
  await adel.getByRole('button', { name: views.open }).click()
  await adel.getByRole('button', { name: views.share.replace('{name}', name) }).click()
  await adel.getByLabel(views.shareWith.replace('{name}', name)).selectOption({ label: enums.role[2] })
  await adel.getByRole('button', { name: views.shareNow, exact: true }).click()
  const own = adel.getByRole('region', { name: views.shared })
  await expect(own.getByRole('link', { name })).toContainText(views.sharedWith.replace('{role}', enums.role[2]))
  await expectSound(adel, 'a shared view')

  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await dina.goto(`${dashboardOrigin()}/users`)
  await dina.getByRole('button', { name: views.open }).click()
  const shared = dina.getByRole('region', { name: views.shared })
  await expect(shared.getByRole('link', { name })).toContainText(views.sharedBy)
  await shared.getByRole('link', { name }).click()
  await dina.waitForURL((url) => url.searchParams.get('role') === '6')

  await own.getByRole('button', { name: views.unshare.replace('{name}', name) }).click()
  await expect(toast(adel, views.unshared)).toBeVisible()
  await expect(own).toHaveCount(0)
  await dina.reload()
  await dina.getByRole('button', { name: views.open }).click()
  await expect(dina.getByText(views.none)).toBeVisible()
  await expect(shared).toHaveCount(0)
})

test('several reports are taken at once, a colleague’s is refused by name, and the others are given back from the notice', async ({
  browser,
}) => {
  const { bulk, take, undo, undone } = staffInbox
  const titles = [1, 2, 3].map((nth) => `الصوت بيقطع ${nth} ${crypto.randomUUID().slice(0, 8)}`)
  const student = await tokenOf('student@hessa.test')
  for (const title of titles) {
    const body = new FormData()
    body.set('title', title)
    body.set('description', 'الصوت بيقطع كل دقيقة')
    const sent = await fetch(`${origin()}/api/v1/report/with/asset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${student}` },
      body,
    })
    expect(sent.status).toBe(200)
  }
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await dina.goto(`${dashboardOrigin()}/inbox?states=0`)
  const row = (title = '') => dina.getByRole('row', { name: title })
  for (const title of titles) await row(title).getByRole('checkbox').check()

  const adel = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await adel.goto(`${dashboardOrigin()}/inbox?states=0`)
  await adel
    .getByRole('row', { name: titles[0] ?? '' })
    .getByRole('button', { name: titles[0] ?? '' })
    .click()
  await adel.getByRole('button', { name: take, exact: true }).click()
  await expect(toast(adel, staffInbox.done.taken)).toBeVisible()

  await dina
    .getByRole('region', { name: dataTable.select.bar })
    .getByRole('button', { name: take, exact: true })
    .click()
  const refused = dina.getByRole('dialog')
  await expect(refused.getByRole('listitem')).toHaveCount(1)
  await expect(refused.getByRole('listitem')).toContainText(titles[0] ?? '')
  await expectSound(dina, 'records that were refused')
  await refused.getByRole('button', { name: bulk.understood }).click()
  await expect(row(titles[1])).toHaveCount(0)
  await dina.locator('[data-toasts]').getByRole('button', { name: undo }).click()
  await expect(toast(dina, undone)).toBeVisible()
  for (const title of titles.slice(1)) await expect(row(title)).toBeVisible()
  await expect(row(titles[0])).toHaveCount(0)
})

/** Sends what waits for the end of the quiet hours by the product's clock, which goes on by the real one afterwards. */
async function sendWaiting(request: APIRequestContext): Promise<void> {
  const { moveClock } = apiOf(request, origin())
  const { now } = (await (await request.get(`${origin()}/dev/clock`)).json()) as { now: string }
  const from = mailableFrom(Date.parse(now))
  if (from > Date.parse(now)) await moveClock(from)
  await request.post(`${origin()}/dev/jobs/sweep-messages`)
  await moveClock(null)
}

test('an admin writes to three people once, and one who stops such messages by the link is left out of the next', async ({
  browser,
  request,
}) => {
  const people = [
    await newStudent(request, origin()),
    await newStudent(request, origin()),
    await newStudent(request, origin()),
  ] as const
  const choice = { isWanted: true, language: 'ar' }
  for (const { token } of people) await apiOf(request, origin()).put('/user/current/mailings', choice, token)
  const leaver = people[0]
  const title = `مواعيد العيد ${crypto.randomUUID().slice(0, 8)}`
  const text = 'الحصص ماشية في العيد زي ما هي.'
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  const dialog = dina.getByRole('dialog', { name: staffMailings.compose })
  const writeToThem = async () => {
    await dina.goto(`${dashboardOrigin()}/users`)
    for (const { email } of people) await dina.getByRole('row', { name: email }).getByRole('checkbox').check()
    await dina
      .getByRole('region', { name: dataTable.select.bar })
      .getByRole('button', { name: staffMailings.action, exact: true })
      .click()
  }
  const reach = (count: string, out: string) =>
    staffMailings.reach.replace('{count, number}', count).replace('{out, number}', out)

  await writeToThem()
  await expect(dialog.getByText(reach('٣', '٠'))).toBeVisible()
  const send = dialog.getByRole('button', { name: staffMailings.send.replace('{count, number}', '٣') })
  await expect(send).toBeDisabled()
  await dialog.getByLabel(staffMailings.titleAr).fill(title)
  const words = dialog.getByLabel(staffMailings.textAr)
  await words.fill('التفاصيل على evil.example')
  await expect(words).toHaveAccessibleDescription(errors['mailing-with-link'])
  await expect(dialog.getByLabel(staffMailings.titleAr)).toHaveAccessibleDescription('')
  await expect(send).toBeDisabled()
  await words.fill(text)
  await expect(dialog.getByRole('article')).toContainText(title)
  await expect(dialog.getByRole('article')).toContainText(text)
  await expectSound(dina, 'a message to three people')
  // Two presses of one hand.
  await send.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(toast(dina, staffMailings.sent.replace('{count, number}', '٣'))).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await sendWaiting(request)
  const link = await mailedLink(dina, leaver.email, STOP)
  const guest = await openPage(browser, PHONE)
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: mailings.ask.title })).toBeVisible()
  await expectSound(guest, 'stopping messages')
  await guest.getByRole('button', { name: mailings.stop, exact: true }).click()
  await expect(guest.getByRole('heading', { name: mailings.stopped.title })).toBeVisible()

  await writeToThem()
  await expect(dialog.getByText(reach('٢', '١'))).toBeVisible()
  await expect(dialog.getByRole('list', { name: staffMailings.leftOut }).getByRole('listitem')).toHaveText([
    `${leaver.id} ${staffMailings.reasons['opted-out']}`,
  ])
  await dialog.getByLabel(staffMailings.titleAr).fill(`${title} 2`)
  await dialog.getByLabel(staffMailings.textAr).fill(text)
  await dialog.getByRole('button', { name: staffMailings.send.replace('{count, number}', '٢') }).click()
  await expect(dialog).toHaveCount(0)

  await dina.goto(`${dashboardOrigin()}/messages`)
  await expect(dina.getByRole('row', { name: title })).toHaveCount(2)
  const opener = dina.getByRole('button', { name: `${title} 2` })
  await opener.click()
  const detail = dina.getByRole('dialog')
  await expect(detail.getByRole('list', { name: staffMailings.leftOut }).getByRole('listitem')).toHaveText([
    `${leaver.id} ${staffMailings.reasons['opted-out']}`,
  ])
  await expect(detail).toContainText(text)
  await expectSound(dina, 'what became of a message')
  await dina.setViewportSize(PHONE.viewport)
  await expectSound(dina, 'what became of a message, on a phone')
  await dina.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
})

test('an admin writes to all who match the filters of the accounts, and sees the notification that they get', async ({
  browser,
  request,
}) => {
  const choice = { isWanted: true, language: 'ar' }
  await apiOf(request, origin()).put('/user/current/mailings', choice, await tokenOf('tutor@hessa.test'))
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await dina.goto(`${dashboardOrigin()}/users?role=${Role.Tutor}`)
  const rows = dina.getByRole('row').filter({ has: dina.getByRole('checkbox') })
  await rows.nth(1).getByRole('checkbox').check()
  const bar = dina.getByRole('region', { name: dataTable.select.bar })
  const all = bar.getByRole('button', { name: new RegExp(staffMailings.all.split('{count, number}')[0] ?? '') })
  const count = (await all.innerText()).match(/[٠-٩]+/)?.[0] ?? ''
  await expect(dina.getByRole('heading', { level: 1 }).locator('xpath=..').getByRole('status')).toContainText(count)
  await all.click()
  const dialog = dina.getByRole('dialog', { name: staffMailings.compose })
  await expect(dialog.getByRole('status')).toBeVisible()
  const [reached = 0, out = 0] =
    (await dialog.getByRole('status').innerText())
      .match(/[٠-٩]+/g)
      ?.map((digits) => Number(digits.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)))) ?? []
  expect(String(reached + out).replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))).toBe(count)
  await expect(dialog.getByRole('region', { name: staffMailings.notification })).toBeVisible()
  await expectSound(dina, 'a message to all who match')
})
