import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { QueueEntry } from '#contract/dashboard'
import { demoAccounts } from '#db/demo/accounts'
import { MeetingStatus } from '#domain/meetings/statuses'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { dataTable } from '#messages/data-table'
import { frame } from '#messages/frame'
import { plans } from '#messages/plans'
import { report } from '#messages/report'
import { staffHome } from '#messages/staff-home'
import { staffInbox } from '#messages/staff-inbox'
import { staffLessons } from '#messages/staff-lessons'
import { staffMedia } from '#messages/staff-media'
import { staffMeetings } from '#messages/staff-meetings'
import { staffPalette } from '#messages/staff-palette'
import { staffPayments } from '#messages/staff-payments'
import { staffPerson } from '#messages/staff-person'
import { staffPlans } from '#messages/staff-plans'
import { staffShell } from '#messages/staff-shell'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { apiOf, newStudent } from './call-steps.ts'
import {
  DEMO_STUDENT,
  DEMO_TUTOR,
  dashboardOrigin,
  expectSound,
  noticed,
  openAccountMenu,
  openAs,
  openStaffAs,
  origin,
  toast,
  tokenOf,
} from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const ADMIN = 'super@hessa.test'
const STUDENT = 'student@hessa.test'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The words of a sentence before its first blank. */
const beginning = (sentence: string): string => sentence.slice(0, sentence.indexOf('{')).trim()

const goTo = (page: Page, place: string) =>
  page.getByRole('navigation').getByRole('link', { name: place, exact: true }).filter({ visible: true }).click()

type Waiting = { id: number; name: string }

/** What waits for staff, as the server says: the tests name it and do not take what comes first on a screen. */
async function waitingOf(request: APIRequestContext) {
  const token = await tokenOf(ADMIN)
  const get = <T>(path: string) => apiOf(request, origin()).get<T>(path, token)
  const { kinds } = await get<{ kinds: QueueEntry[] }>('/dashboard/queue')
  const longest = (kind: QueueEntry['kind']): Waiting => {
    const [item] = kinds.find((entry) => entry.kind === kind)?.items ?? []
    return { id: item?.id ?? 0, name: item?.person?.name ?? '' }
  }
  const interviews = await get<{ list: { interviewee: { name: string } }[] }>(
    `/interview/list?statuses[]=${MeetingStatus.Pending}&size=1`,
  )
  const { id } = demoAccounts.find(({ email }) => email === STUDENT) ?? { id: 0 }
  const orders = await get<{ list: { id: number }[] }>(
    `/tx/list?users[]=${id}&statuses[]=${TransactionStatus.Paid}&size=1`,
  )
  return {
    video: longest('intro-video'),
    withdrawal: longest('withdrawal'),
    interviewee: interviews.list[0]?.interviewee.name ?? '',
    order: orders.list[0]?.id ?? 0,
    ready: longest('activation'),
    student: id,
  }
}

/** Opens from the home screen what waits there of a person; `title` says which where they may have several. */
async function openWaiting(
  page: Page,
  kind: keyof typeof staffHome.kinds,
  { name, title = '' }: { name: string; title?: string },
): Promise<void> {
  await goTo(page, staffShell.places.home)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: staffHome.kinds[kind] }) })
  await card.getByRole('listitem').filter({ hasText: name }).filter({ hasText: title }).getByRole('link').click()
}

async function judgeApplicants(page: Page, video: Waiting, interviewee: string): Promise<void> {
  await openWaiting(page, 'intro-video', video)
  await expect(page).toHaveURL(`${dashboardOrigin()}/media?open=${video.id}`)
  const isAccepted = noticed(page, staffMedia.done[3])
  await page.getByRole('button', { name: staffMedia.acts.approve, exact: true }).click()
  await isAccepted()

  await goTo(page, staffShell.places.interviews)
  const pending = page.getByRole('row').filter({ hasText: interviewee }).filter({ hasText: staffMeetings.status[1] })
  await pending.locator('[data-row-primary]').click()
  const interview = page.getByRole('dialog')
  await interview.getByRole('button', { name: staffMeetings.acts.pass, exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('radio').nth(3).check()
  await asked.getByLabel(staffMeetings.detail.feedback).fill('شرح واضح وهادي')
  await asked.getByRole('button', { name: staffMeetings.acts.pass, exact: true }).click()
  await expect(interview.getByText(staffMeetings.status[2], { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(interview).toBeHidden()
}

async function payWithdrawal(page: Page, withdrawal: Waiting): Promise<void> {
  await openWaiting(page, 'withdrawal', withdrawal)
  const id = String(withdrawal.id)
  await expect(page).toHaveURL(`${dashboardOrigin()}/invoices?open=${id}`)
  const panel = page.getByRole('dialog', { name: staffWithdrawals.panel.title.replace('{id}', id) })
  await expect(panel.getByRole('heading', { name: staffWithdrawals.flags.title })).toBeVisible()
  await panel.getByRole('button', { name: staffWithdrawals.actions.pay }).click()
  const paying = page.getByRole('dialog', { name: beginning(staffWithdrawals.pay.title) })
  await paying.locator('input[type=file]').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG })
  await paying.getByRole('button', { name: staffWithdrawals.pay.confirm, exact: true }).click()
  await expect(paying).toBeHidden()
  await expect(panel.getByText(staffWithdrawals.status[3], { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('img', { name: staffWithdrawals.panel.receipt.alt.replace('{id}', id) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}

/** The student writes on a phone. */
async function reportProblem(student: Page): Promise<void> {
  await student.goto(`${origin()}/s/dashboard`)
  await openAccountMenu(student)
  await student.getByRole('button', { name: frame.help.report }).click()
  const dialog = student.getByRole('dialog')
  await dialog.getByLabel(report.kind).selectOption(report.kinds.crash)
  await dialog.getByLabel(report.description).fill('الصفحة وقفت وأنا بحجز')
  await dialog.getByRole('button', { name: report.send }).click()
  await expect(toast(student, report.sent)).toBeVisible()
}

async function answerReport(page: Page): Promise<void> {
  await openWaiting(page, 'report', { name: DEMO_STUDENT, title: report.kinds.crash })
  const pane = page.getByRole('region', { name: staffInbox.pane })
  await expect(pane.getByRole('heading', { name: report.kinds.crash })).toBeFocused()
  await pane.getByRole('button', { name: staffInbox.showLog }).click()
  await expect(pane).toContainText('browser:')
  await expectSound(page, 'an open report')
  await pane.getByRole('button', { name: staffInbox.take, exact: true }).click()
  await expect(pane.getByText(staffInbox.states[1], { exact: true })).toBeVisible()
  await pane.getByRole('textbox').fill('صلّحناها، جرّب تاني.')
  await expect(pane.getByRole('region', { name: staffInbox.preview })).toContainText(report.kinds.crash)
  await pane.getByRole('button', { name: staffInbox.send[1], exact: true }).click()
  await expect(pane.getByText(staffInbox.states[2], { exact: true })).toBeVisible()
  await pane.getByRole('button', { name: staffInbox.closeRecord, exact: true }).click()
  await expect(pane.getByText(staffInbox.states[3], { exact: true })).toBeVisible()
  // Other notices can be undone, too, while they are shown.
  await toast(page, staffInbox.done.closed).getByRole('button', { name: staffInbox.undo, exact: true }).click()
  await expect(pane.getByText(staffInbox.states[2], { exact: true })).toBeVisible()
}

/** The demo's plan of an hour a week. */
const SMALL_PLAN = plans.name.replace('{duration}', 'ساعة')

async function changePlanAndUndo(page: Page): Promise<void> {
  await goTo(page, staffShell.places.plans)
  // The rows of the screen before stay until this one is loaded.
  await expect(page.getByRole('heading', { level: 1, name: staffPlans.title })).toBeVisible()
  const plan = page.getByRole('row').filter({ has: page.getByText(SMALL_PLAN, { exact: true }) })
  const price = plan.getByRole('cell').nth(1)
  await expect(price).toBeVisible()
  const before = await price.innerText()
  await plan.locator('[data-row-primary]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(staffPlans.fields.baseMonthlyPrice).fill('1234')
  await expect(dialog.getByRole('region', { name: staffPlans.preview })).toContainText(/١.٢٣٤/)
  const isSaved = noticed(page, staffPlans.saved)
  await dialog.getByRole('button', { name: staffPlans.save, exact: true }).click()
  await isSaved()
  await expect(price).toContainText(/١.٢٣٤/)
  const isUndone = noticed(page, staffPlans.undone)
  await toast(page, staffPlans.saved).getByRole('button', { name: staffInbox.undo, exact: true }).click()
  await isUndone()
  await expect(price).toHaveText(before)
}

/** By the phone number that the student called from. */
async function refundByPhone(page: Page, order: number): Promise<void> {
  const phone = demoAccounts.find(({ role }) => role === Role.Student)?.phone ?? ''
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: staffPalette.label })).toBeFocused()
  await page.keyboard.type(phone)
  await page.getByRole('option').filter({ hasText: DEMO_STUDENT }).filter({ hasText: phone }).click()
  await page.getByRole('tab', { name: staffPerson.tabs.payments }).click()
  const title = staffPayments.order.title.replace('{id}', String(order))
  const paid = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
  await paid.locator('[data-row-primary]').click()
  await expect(page).toHaveURL(`${dashboardOrigin()}/payments?open=${order}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: staffPayments.actions.refund }).click()
  const refunding = page.getByRole('alertdialog')
  await refunding.getByLabel(staffPayments.refund.amount).fill('1')
  const reason = 'اتفقنا مع الطالب على الموبايل'
  await refunding.getByLabel(dataTable.reason.label).fill(reason)
  await refunding.getByRole('button', { name: beginning(staffPayments.refund.confirm) }).click()
  await expect(refunding).toBeHidden()
  await expect(panel.getByText(staffPayments.status[5], { exact: true })).toBeVisible()
  await expect(panel.getByText(reason).first()).toBeVisible()
}

/** A tutor who has passed every step is activated from the home, and waits there no more. */
async function activateReady(page: Page, tutor: Waiting): Promise<void> {
  await page.goto(dashboardOrigin())
  const { activation, kinds } = staffHome
  await page.getByRole('button', { name: activation.of.replace('{name}', tutor.name), exact: true }).click()
  const isDone = noticed(page, activation.done.replace('{name}', tutor.name))
  await page.getByRole('alertdialog').getByRole('button', { name: activation.confirm, exact: true }).click()
  await isDone()
  await expect(page.getByRole('heading', { name: kinds.activation })).toHaveCount(0)
}

/** What staff keep about a student for each other: the student is looked after, tagged and noted about. */
async function keepTrackOf(page: Page, studentId: number): Promise<void> {
  const { team } = staffPerson
  const text = `طلبت مكالمة بعد الساعة تمانية ${crypto.randomUUID().slice(0, 8)}`
  await page.goto(`${dashboardOrigin()}/user/${studentId}?tab=team`)
  const tab = page.getByRole('tabpanel')
  await expect(tab.getByText(team.noOwner)).toBeVisible()
  await tab.getByRole('button', { name: team.take, exact: true }).click()
  await tab.getByLabel(team.newTag).fill('متابعة')
  await page.keyboard.press('Enter')
  await expect(tab.getByRole('button', { name: team.removeTag.replace('{tag}', 'متابعة') })).toBeVisible()
  await tab.getByLabel(team.newNote).fill(text)
  await tab.getByRole('button', { name: team.writeNote, exact: true }).click()
  const note = tab.getByRole('listitem').filter({ hasText: text })
  await note.getByRole('button', { name: team.pin, exact: true }).click()

  // On every tab of the page, also after another visit.
  await page.goto(`${dashboardOrigin()}/user/${studentId}`)
  const card = page.getByRole('region', { name: team.title })
  await expect(card.getByText(text)).toBeVisible()
  await expect(card.getByText('متابعة')).toBeVisible()
  await expect(card.getByText(beginning(team.ownedBy))).toBeVisible()
  await page.getByRole('tab', { name: staffPerson.tabs.team }).click()
  await note.getByRole('button', { name: team.delete, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: team.delete, exact: true }).click()
  await expect(page.getByText(text)).toHaveCount(0)
  await expect(tab.getByText(team.noNotes)).toBeVisible()
}

test('a day of staff: applicants, a withdrawal, a report, a plan, a refund for a caller, and what colleagues must know of her', async ({
  browser,
  request,
}) => {
  const student = await openAs(browser, STUDENT)
  const page = await openStaffAs(browser, ADMIN, WIDE)
  const { video, interviewee, withdrawal, order, ready, student: studentId } = await waitingOf(request)
  await page.goto(dashboardOrigin())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await activateReady(page, ready)
  await judgeApplicants(page, video, interviewee)
  await payWithdrawal(page, withdrawal)
  await reportProblem(student)
  await answerReport(page)
  await changePlanAndUndo(page)
  await refundByPhone(page, order)
  await keepTrackOf(page, studentId)
})

const CALLED = 'الطالب طلب ده على الموبايل'

/** Chooses the nth free time, and reads which minutes it spends. */
async function chooseTime(dialog: Locator, nth: number): Promise<void> {
  const time = dialog.getByLabel(staffLessons.time.start)
  await expect(time).toBeVisible()
  await time.selectOption({ index: nth })
  await expect(dialog.getByText(beginning(staffLessons.time.spent))).toBeVisible()
}

test('staff book a lesson for a student who calls, move it and cancel it, and the student sees who did', async ({
  browser,
  request,
}) => {
  const caller = await newStudent(request, origin())
  const { id } = await apiOf(request, origin()).get<{ id: number }>('/user/current', caller.token)
  const page = await openStaffAs(browser, ADMIN, WIDE)
  await page.goto(`${dashboardOrigin()}/user/${id}?tab=lessons`)
  await page.getByRole('button', { name: staffPerson.actions.open, exact: true }).click()
  await page.getByRole('menuitem', { name: staffPerson.actions.book }).click()
  const booking = page.getByRole('alertdialog')
  await booking.getByLabel(staffLessons.book.tutor).fill(DEMO_TUTOR)
  await booking.getByRole('button', { name: DEMO_TUTOR }).first().click()
  await chooseTime(booking, 1)
  await expectSound(page, 'booking for a student')
  await booking.getByLabel(dataTable.reason.label).fill(CALLED)
  await booking.getByRole('button', { name: staffLessons.book.confirm, exact: true }).click()
  await expect(booking).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: DEMO_TUTOR })
  await row.locator('[data-row-primary]').click()
  const lesson = page.getByRole('dialog')
  await lesson.getByRole('button', { name: staffLessons.detail.move, exact: true }).click()
  const moving = page.getByRole('alertdialog')
  await chooseTime(moving, 2)
  await moving.getByLabel(dataTable.reason.label).fill(CALLED)
  await moving.getByRole('button', { name: staffLessons.move.confirm, exact: true }).click()
  await expect(moving).toBeHidden()
  await expect(toast(page, staffLessons.move.done)).toBeVisible()

  await lesson.getByRole('button', { name: staffLessons.detail.cancel, exact: true }).click()
  const canceling = page.getByRole('alertdialog')
  await canceling.getByLabel(dataTable.reason.label).fill(CALLED)
  await canceling.getByRole('button', { name: staffLessons.cancel.confirm, exact: true }).click()
  await expect(canceling).toBeHidden()
  await expect(lesson.getByText(staffLessons.canceledBy.staff)).toBeVisible()

  const { remainingWeeklyMinutes } = await apiOf(request, origin()).get<{ remainingWeeklyMinutes: number }>(
    `/sub/user?userId=${id}`,
    caller.token,
  )
  expect(remainingWeeklyMinutes).toBe(60)
})
