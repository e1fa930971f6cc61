import { expect } from '@playwright/test'
import { booking } from '#messages/booking'
import { waiting } from '#messages/waiting'
import { apiOf, DESK, newStudent, PHONE } from './call-steps.ts'
import { expectSound, openPage, origin, signedIn } from './steps.ts'
import { test } from './test.ts'

/** What a message says before its first argument. */
const before = (message: string) => message.slice(0, message.indexOf('{'))

const HOUR = 3_600_000
const QUARTER = HOUR / 4

test('who waits for a tutor is offered a lesson that another cancels, and books it in two taps', async ({
  browser,
  request,
}) => {
  const api = apiOf(request, origin())
  // By day in Cairo: at night nothing is offered.
  const noon = new Date()
  noon.setUTCHours(11, 0, 0, 0)
  await api.moveClock(noon.getTime())
  try {
    const [first, second] = [await newStudent(request, origin()), await newStudent(request, origin())]
    const { list } = await api.get<{ list: { id: number; nearestFreeTime: string; notice: number }[] }>(
      '/user/tutor/list/onboarded?size=50',
    )
    const tutor = list.findLast(
      ({ nearestFreeTime, notice }) =>
        Date.parse(nearestFreeTime) - noon.getTime() > notice * 60_000 + HOUR &&
        Date.parse(nearestFreeTime) - noon.getTime() < 48 * HOUR,
    )
    if (!tutor) throw new Error('no tutor has a free time soon, but not at once')
    const start = tutor.nearestFreeTime
    const from = new Date(Date.parse(start)).toISOString()
    const to = new Date(Date.parse(start) + QUARTER).toISOString()
    const { slots } = await api.get<{ slots: { list: { id: number }[] } }>(
      `/availability-slot?userIds[]=${tutor.id}&after=${from}&before=${to}&full=true`,
      first.token,
    )
    const body = { tutorId: tutor.id, slotId: slots.list[0]?.id, start, duration: 15 }
    const lesson = await api.post<{ id: number }>('/lesson', body, first.token)

    const page = await openPage(browser, {
      storageState: signedIn(second.token),
      reducedMotion: 'reduce',
      viewport: PHONE,
    })
    await page.goto(`${origin()}/t/${tutor.id}`)
    await page.getByRole('button', { name: waiting.join }).click()
    await expect(page.getByRole('button', { name: waiting.leave, exact: true })).toBeVisible()
    await expectSound(page, 'a tutor for whom the student waits')

    await api.remove(`/lesson/${lesson.id}`, first.token)
    const offered = page.getByText(before(waiting.offer.title)).first()
    await expect(offered).toBeVisible()
    await expectSound(page, 'an offer on the page of the tutor')
    await page.setViewportSize(DESK)
    await page.goto(`${origin()}/s/settings?tab=notifications`)
    await expect(page.getByRole('heading', { name: waiting.mine.title })).toBeVisible()
    await expectSound(page, 'the waiting lists in the settings')

    // Two taps: the offer, and the confirmation.
    await page.getByRole('button', { name: waiting.offer.book }).click()
    await page.getByRole('dialog').getByRole('button', { name: booking.review.confirm }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: booking.done.heading })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(waiting.mine.empty)).toBeVisible()
  } finally {
    await api.moveClock(null)
  }
})
