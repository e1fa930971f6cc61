import { expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { pause } from '#messages/pause'
import { renewal } from '#messages/renewal'
import { apiOf, DESK, PHONE, studentWithPlan } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

const DAY = 24 * 3_600_000
const WEEK = 7 * DAY
/** Clocks may change meanwhile. */
const CLOCK_CHANGE = DAY / 24

/** What a message says before its first argument. */
const before = (message: string) => message.slice(0, message.indexOf('{'))

type Term = { id: number; start: string; end: string; pausedFrom: string | null; pausedUntil: string | null }
type Own = { info: Term | null; waiting: Term | null; remainingWeeklyMinutes: number }

const at = (time: string | null | undefined): number => Date.parse(time ?? '')
/** Whether two instants are so many weeks apart, by Cairo's clock. */
const areApart = (from: number, to: number, weeks: number) => Math.abs(to - from - weeks * WEEK) <= CLOCK_CHANGE

test('a student pays early by Fawry, pauses, and comes back', async ({ browser, request }) => {
  const api = apiOf(request, origin())
  // Somebody whose plan began nineteen days ago: the next minutes week is its last.
  const { id, email } = await studentWithPlan(request, { planId: 2, daysAgo: 19 })
  const own = async () => api.get<Own>(`/sub/user?userId=${id}`, await newToken(email))
  const open = async (viewport = PHONE) =>
    openPage(browser, { storageState: signedIn(await newToken(email)), reducedMotion: 'reduce', viewport })
  const first = await own()

  const page = await open()
  await page.goto(`${origin()}/s/dashboard`)
  await page.getByRole('link', { name: new RegExp(`^${before(renewal.open.pay)}`) }).click()
  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await page.getByRole('button', { name: checkout.reference.action, exact: true }).click()
  const number = await referenceOnScreen(page)
  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`)).ok()).toBe(true)
  await page.goto(`${origin()}/payments`)
  await expect(page.getByText(renewal.paid.title, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: pause.action }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByRole('radio').nth(1).click()
  // Before the tap: until when, and that the next period begins later.
  await expect(asking.getByText(pause.next)).toBeVisible()
  await expectSound(page, 'pausing a plan for two weeks')
  await asking.getByRole('button', { name: /^وقّف/ }).click()
  await expect(page.getByText(before(pause.coming)).first()).toBeVisible()
  const paused = await own()
  expect(areApart(at(first.info?.end), at(paused.info?.end), 2)).toBe(true)
  expect(paused.waiting?.start).toBe(paused.info?.end)
  await page.context().close()

  try {
    await api.moveClock(at(paused.info?.pausedFrom) + 2 * DAY)
    const during = await open(DESK)
    await during.goto(`${origin()}/s/dashboard`)
    await expect(during.getByText(pause.lasting, { exact: true })).toBeVisible()
    expect((await own()).remainingWeeklyMinutes).toBe(0)
    await expectSound(during, 'the home while the plan is paused')
    await during.getByRole('button', { name: pause.resume }).click()
    const ending = during.getByRole('alertdialog', { name: pause.ending.title })
    await expectSound(during, 'coming back early')
    await ending.getByRole('button', { name: new RegExp(`^${before(pause.ending.confirm)}`) }).click()
    await expect(ending).toBeHidden()
    const resumed = await own()
    expect(areApart(at(paused.info?.pausedFrom), at(resumed.info?.pausedUntil), 1)).toBe(true)
    expect(areApart(at(first.info?.end), at(resumed.info?.end), 1)).toBe(true)
    expect(resumed.waiting?.start).toBe(resumed.info?.end)
    await during.context().close()

    await api.moveClock(at(resumed.info?.pausedUntil) + DAY)
    const back = await open()
    await back.goto(`${origin()}/payments`)
    await expect(back.getByText(renewal.paid.title, { exact: true })).toBeVisible()
    await expect(back.getByText(pause.lasting, { exact: true })).toHaveCount(0)
    // Those of the week, and what was left of the last one before the pause.
    expect((await own()).remainingWeeklyMinutes).toBe(240)
    await back.context().close()

    await api.moveClock(at(resumed.info?.end) + DAY)
    const next = await own()
    expect(next.info?.id).toBe(paused.waiting?.id)
    expect(next.remainingWeeklyMinutes).toBe(120)
  } finally {
    await api.moveClock(null)
  }
})
