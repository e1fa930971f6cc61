import { expect, type Page } from '@playwright/test'
import { dashboards } from '#messages/dashboards'
import { form } from '#messages/form'
import { lessons } from '#messages/lessons'
import { studentNotes } from '#messages/student-notes'
import { expectAccessible, expectNoOverflow, inEitherGender, noticed, openAs, origin, tokenOf } from './steps.ts'
import { test } from './test.ts'

const TUTOR = 'tutor@hessa.test'

const starts = (sentence: string) => new RegExp(`^${sentence.split('{')[0]?.trim()}`)

async function call<T>(email: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin()}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(email)}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}

type Listed = { list: { lesson: { id: number }; members: { userId: number; name: string }[] }[] }

/** The student of the tutor's last lesson. */
async function lastStudent(): Promise<{ id: number; email: string; name: string }> {
  const me = await call<{ id: number }>(TUTOR, 'GET', '/user/current')
  const { list } = await call<Listed>(TUTOR, 'GET', `/lesson/list?users=${me.id}&canceled=false&future=false&size=1`)
  const student = list[0]?.members.find(({ userId }) => userId !== me.id)
  return call('super@hessa.test', 'GET', `/user/${student?.userId}`)
}

async function write(page: Page, label: string, text: string): Promise<void> {
  const around = page
    .getByRole('dialog')
    .locator('form')
    .filter({ has: page.getByLabel(label) })
  await around.getByLabel(label).fill(text)
  await around.getByRole('button', { name: form.save }).click()
}

test('a tutor opens an hour that students ask for, and the next lesson begins where the last one ended', async ({
  browser,
  expectErrors,
}) => {
  // The version of the notes that are written twice.
  expectErrors(/^412 .*\/notes$/)
  const student = await lastStudent()
  const page = await openAs(browser, TUTOR, { viewport: { width: 390, height: 844 } })
  await page.goto(`${origin()}/t/dashboard`)
  await expect(page.getByText(inEitherGender(dashboards.month.spendable))).toBeVisible()
  const opened = noticed(page, dashboards.hours.openedText)
  await page
    .getByRole('button', { name: starts(dashboards.hours.openTime) })
    .first()
    .click()
  await opened()

  const openNotes = () =>
    page
      .getByRole('button', { name: dashboards.past.summarize.replace('{name}', student.name) })
      .or(page.getByRole('button', { name: dashboards.past.summaryOf.replace('{name}', student.name) }))
      // Of the last lesson with this student.
      .first()
      .click()
  await openNotes()
  const summary = `راجعنا الماضي البسيط ${crypto.randomUUID().slice(0, 8)}`
  const summarized = noticed(page, studentNotes.summary.saved)
  await write(page, studentNotes.summary.title, summary)
  await summarized()
  const noted = noticed(page, studentNotes.notes.saved)
  await write(page, studentNotes.notes.title, 'بيتكسف في الأول')
  await noted()
  await expectAccessible(page, 'the notes around a lesson')
  await expectNoOverflow(page, 'the notes around a lesson')

  // The notes are changed on another device while they are changed here.
  await call(TUTOR, 'PUT', `/student/${student.id}/notes`, { text: 'من جهاز تاني' })
  await write(page, studentNotes.notes.title, 'من هنا')
  await expect(page.getByText('من جهاز تاني')).toBeVisible()
  await page.getByRole('button', { name: studentNotes.conflict.mine }).click()
  // Both versions are shown until one is saved; the notice of that repeats one that may still be there.
  await expect(page.getByText('من جهاز تاني')).toHaveCount(0)
  const brief = await call<{ notes: { text: string } }>(TUTOR, 'GET', `/student/${student.id}/brief`)
  expect(brief.notes.text).toBe('من هنا')

  const notes = page.getByRole('dialog').getByLabel(studentNotes.notes.title)
  await notes.fill('لسه متحفظتش')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openNotes()
  await expect(notes).toHaveValue('لسه متحفظتش')

  const reading = await openAs(browser, student.email)
  await reading.goto(`${origin()}/upcoming-lessons?tab=past`)
  await expect(reading.getByText(lessons.card.summaryLine)).not.toHaveCount(0)
  await expect(reading.getByText(summary)).toBeVisible()
})
