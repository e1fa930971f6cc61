import { expect } from '@playwright/test'
import { plusDays } from '#domain/cairo'
import { checkout } from '#messages/checkout'
import { pause } from '#messages/pause'
import { renewal } from '#messages/renewal'
import { standing } from '#messages/standing'
import { apiOf, DESK, PHONE, studentWithPlan, TUTOR } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, referenceOnScreen, signedIn } from './steps.ts'
import { test, withOwnServer } from './test.ts'

withOwnServer()

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

type Week = { state: string; start: string }
type Listed = { list: { weeks: Week[] }[] }

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

/** The next day, from two weeks on, within which Egypt's clocks change. */
function nextClockChange(): number {
  const noon = new Date()
  noon.setUTCHours(10, 0, 0, 0)
  let day = plusDays(noon.getTime(), 14)
  while (plusDays(day, 1) - day === DAY) day = plusDays(day, 1)
  return day
}

test('a standing time keeps its hour when Egypt’s clocks change', async ({ browser, request }) => {
  const api = apiOf(request, origin())
  const change = nextClockChange()
  const bought = plusDays(change, -10)
  const { id: studentId, email } = await studentWithPlan(request, {
    planId: 2,
    daysAgo: (Date.now() - bought) / DAY,
  })
  try {
    await api.moveClock(bought + DAY / 24)
    const [student, tutor] = [await newToken(email), await newToken(TUTOR)]
    const { id: tutorId } = await api.get<{ id: number }>('/user/current', tutor)
    // Noon two days later in each of four weeks, at the same time on the clock.
    const first = plusDays(bought, 2)
    const times = [0, 1, 2, 3].map((week) => plusDays(first, week * 7))
    const actions = times.map((time) => ({
      type: 'create',
      start: new Date(time).toISOString(),
      end: new Date(time + DAY / 24).toISOString(),
      purpose: 2,
    }))
    await api.attempt('/availability-slot', { actions }, tutor)
    const weekday = new Date(first).getUTCDay()
    const minute = minuteInCairo(first)
    const asked = await request.put(`${origin()}/api/v1/standing-time`, {
      headers: { authorization: `Bearer ${student}` },
      data: { tutorId, weekday, minute, duration: 15 },
    })
    expect(asked.ok(), await asked.text()).toBe(true)

    const answering = await openPage(browser, {
      storageState: signedIn(tutor),
      reducedMotion: 'reduce',
      viewport: DESK,
    })
    await answering.goto(`${origin()}/standing-times`)
    await answering.getByRole('button', { name: before(standing.acceptOf) }).click()
    await expect(answering.getByText(standing.states.accepted)).toBeVisible()
    await answering.context().close()

    const { list } = await api.get<Listed>(`/standing-time/list?userId=${studentId}`, student)
    const weeks = list[0]?.weeks ?? []
    expect(weeks.map(({ start, state }) => [Date.parse(start), state])).toEqual(times.map((time) => [time, 'reserved']))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gaps.filter((gap) => gap !== WEEK)).toHaveLength(1)

    // The clock of the marketplace, before the change and after it.
    for (const now of [bought + DAY / 24, plusDays(change, 1) + DAY]) {
      await api.moveClock(now)
      const page = await openPage(browser, {
        storageState: signedIn(await newToken(email)),
        reducedMotion: 'reduce',
        viewport: PHONE,
      })
      await page.goto(`${origin()}/standing-times`)
      await expect(page.getByRole('heading', { name: standing.weeks })).toBeVisible()
      // Reserved, or booked by the job meanwhile: each coming week at the same hour.
      const lines = page.getByText(new RegExp(`${clockOf(first)}:`))
      await expect(lines).toHaveCount(times.filter((time) => time > now).length)
      await page.context().close()
    }
  } finally {
    await api.moveClock(null)
  }
})

/** Hour and minute in Cairo, as the screens show them, for a pattern: of the blanks before the half of the day any is right. */
const clockOf = (time: number): string =>
  new Intl.DateTimeFormat('ar-EG', { timeZone: 'Africa/Cairo', hour: 'numeric', minute: '2-digit' })
    .format(time)
    .replace(/\s/g, '\\s')

function minuteInCairo(time: number): number {
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Cairo',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(time)
    .split(':')
    .map(Number)
  return hour * 60 + minute
}
