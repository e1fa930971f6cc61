import { expect } from '@playwright/test'
import { standing } from '#messages/standing'
import { apiOf, DESK, PHONE, TUTOR } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, signedIn } from './steps.ts'
import { test } from './test.ts'

/** What a message says before its first argument. */
const before = (message: string) => message.slice(0, message.indexOf('{'))

type Listed = { list: { id: number; state: string; tutor: { id: number }; weeks: { state: string }[] }[] }

test('a student asks for the same time every week, the tutor accepts it, and either ends it', async ({
  browser,
  request,
}) => {
  const api = apiOf(request, origin())
  const [student, tutor] = [await newToken('student@hessa.test'), await newToken(TUTOR)]
  const people = await Promise.all([student, tutor].map((token) => api.get<{ id: number }>('/user/current', token)))
  const [studentId = 0, tutorId = 0] = people.map(({ id }) => id)
  const own = async () =>
    (await api.get<Listed>(`/standing-time/list?userId=${studentId}`, student)).list.find(
      (one) => one.tutor.id === tutorId && one.state !== 'ended',
    )

  const page = await openPage(browser, {
    storageState: signedIn(student),
    reducedMotion: 'reduce',
    viewport: PHONE,
  })
  await page.goto(`${origin()}/t/${tutorId}`)
  await page.getByRole('button', { name: standing.ask.open }).click()
  const dialog = page.getByRole('dialog')
  await expectSound(page, 'asking for a standing time')
  await dialog.getByRole('button', { name: before(standing.ask.send) }).click()
  await expect(page.getByRole('link', { name: standing.ask.all })).toBeVisible()

  const answering = await openPage(browser, {
    storageState: signedIn(tutor),
    reducedMotion: 'reduce',
    viewport: DESK,
  })
  await answering.goto(`${origin()}/standing-times`)
  await expectSound(answering, 'a request for a standing time')
  await answering.getByRole('button', { name: before(standing.acceptOf) }).click()
  await expect(answering.getByText(standing.states.accepted)).toBeVisible()
  await expect(answering.getByRole('heading', { name: standing.weeks })).toBeVisible()
  // Three on the day of the week itself, after its hour.
  expect((await own())?.weeks.length).toBeGreaterThanOrEqual(3)

  await page.goto(`${origin()}/standing-times`)
  await expect(page.getByRole('heading', { name: standing.weeks })).toBeVisible()
  await expectSound(page, 'the standing times of a student')
  await page.getByRole('button', { name: standing.end }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: standing.end }).click()
  await expect(page.getByText(standing.states.ended, { exact: true })).toBeVisible()
  expect(await own()).toBeUndefined()
})
