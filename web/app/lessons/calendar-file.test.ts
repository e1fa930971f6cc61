import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { calendarFile, googleAddress, outlookAddress } from './calendar-file.ts'

const event = {
  uid: 'lesson-7@hessa',
  title: 'حصة إنجليزي مع عبد الرحمن عبد المنعم السيد، مدرّس; أول & أخير',
  start: Date.parse('2026-11-22T18:00:00+02:00'),
  end: Date.parse('2026-11-22T18:30:00+02:00'),
  url: 'http://localhost:8787/lesson/7',
  description: 'ادخل الحصة من هنا: http://localhost:8787/lesson/7',
}
const now = Date.parse('2026-11-21T08:00:00Z')

/** As another library's parser reads it. */
async function read(moved: Partial<typeof event> = {}, at = now): Promise<ICAL.Event> {
  const text = await calendarFile({ ...event, ...moved }, { now: at, reminder: 'حصتك كمان ساعة' })
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  if (!component) throw new Error('The file has no event')
  return new ICAL.Event(component)
}

it('the file of an event says its times in UTC, with a reminder an hour before', async () => {
  const found = await read()
  expect([found.startDate.toICALString(), found.endDate.toICALString()]).toEqual([
    ...['20261122T160000Z', '20261122T163000Z'],
  ])
  expect([found.summary, found.description]).toEqual([event.title, event.description])
  expect(String(found.component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger'))).toBe('-PT1H')
})

it('a later file of the same event comes after the earlier one', async () => {
  const [first, second] = [await read(), await read({ start: event.start + 3_600_000 }, now + 1000)]
  expect(second.uid).toBe(first.uid)
  expect(second.sequence).toBe(first.sequence + 1)
})

it('the pages of Google and Outlook are given the event', () => {
  const google = new URL(googleAddress(event)).searchParams
  expect([google.get('text'), google.get('dates')]).toEqual([event.title, '20261122T160000Z/20261122T163000Z'])
  const outlook = new URL(outlookAddress(event)).searchParams
  expect([outlook.get('subject'), outlook.get('startdt'), outlook.get('location')]).toEqual([
    ...[event.title, '2026-11-22T16:00:00.000Z', event.url],
  ])
})
