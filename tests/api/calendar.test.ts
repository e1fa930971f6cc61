import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import type { CalendarEvent } from '#domain/lessons/calendar-events'
import {
  callApi,
  expectOk,
  fetchWorker,
  newAdmin,
  newSuperAdmin,
  openSlot,
  outcome,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  tutorManager,
} from '#tests/people'
import { calendarText } from '../../worker/lessons/calendar-ics.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon, tryCancel, tryMove } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

type Feed = { url: string; createdAt: string }

const proof = { password: PASSWORD }
const renew = (as: Person) => expectOk<Feed>(callApi('PUT', '/calendar-feed', { as, body: proof }))
const stored = (as: Person) => expectOk<{ createdAt: string } | null>(callApi('GET', '/calendar-feed', { as }))
const reveal = (as: Person, body: object = proof) => callApi('POST', '/calendar-feed/address', { as, body })
const pathOf = ({ url }: Feed): string => new URL(url).pathname
const fetchCalendar = (feed: Feed, headers: Record<string, string> = {}): Promise<Response> =>
  fetchWorker(pathOf(feed), { headers })

/** Its zone is registered again for each: the parser keeps the first of a name. */
function readCalendar(text: string): ICAL.Component {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar
}

type Entry = {
  uid: string
  sequence: number
  status: string
  summary: string
  start: number
  end: number
  zone: string
  url: string
}

/** The events as the parser of another library reads them, by its own reading of the calendar's zone. */
async function entriesOf(feed: Feed): Promise<Entry[]> {
  const calendar = readCalendar(await (await fetchCalendar(feed)).text())
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      summary: event.summary,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      zone: event.startDate.zone.tzid,
      url: String(component.getFirstPropertyValue('url')),
    }
  })
}

describe('the address of a calendar', () => {
  it('is made, read again, renewed and stopped by its owner', async () => {
    const { student } = await bookingFixture()
    expect(await stored(student)).toBeNull()
    const first = await renew(student)
    expect(pathOf(first)).toMatch(/^\/api\/v1\/calendar\/[\w-]{43}\.ics$/)
    expect(await stored(student)).toEqual({ createdAt: first.createdAt })
    expect(await expectOk(reveal(student))).toEqual(first)
    expect((await fetchCalendar(first)).status).toBe(200)
    const second = await renew(student)
    expect(second.url).not.toBe(first.url)
    expect([(await fetchCalendar(first)).status, (await fetchCalendar(second)).status]).toEqual([404, 200])
    expect(await outcome(callApi('DELETE', '/calendar-feed', { as: student }))).toBe('ok')
    expect(await outcome(callApi('DELETE', '/calendar-feed', { as: student }))).toBe('ok')
    expect((await fetchCalendar(second)).status).toBe(404)
    expect(await stored(student)).toBeNull()
    expect(await outcome(reveal(student))).toBe('not-found')
  })

  it('is not in the database, and nothing in the database is an address', async () => {
    const { student } = await bookingFixture()
    const { url } = await renew(student)
    const stored = await row<Record<string, string | number>>(
      'SELECT * FROM calendar_feeds WHERE user_id = ?',
      student.id,
    )
    if (!stored) throw new Error('There is no address')
    for (const value of Object.values(stored)) expect(url).not.toContain(String(value))
    expect((await fetchWorker(`/api/v1/calendar/${stored.token_hash}.ics`)).status).toBe(404)
  })

  it('is made and shown for a proof only: somebody who has a token does not get it', async () => {
    const { student } = await bookingFixture()
    expect(await outcome(callApi('PUT', '/calendar-feed', { as: student, body: {} }))).toBe('proof-required')
    expect(await stored(student)).toBeNull()
    await renew(student)
    expect(await outcome(reveal(student, {}))).toBe('proof-required')
    expect(await outcome(reveal(student, { password: 'Guess2026!' }))).toBe('wrong-password')
  })

  it('of one account is not read by a copy of its row in another', async () => {
    const [{ student }, other] = await Promise.all([bookingFixture(), bookingFixture()])
    await renew(student)
    await renew(other.student)
    const token = (await row<{ token: string }>('SELECT token FROM calendar_feeds WHERE user_id = ?', student.id))
      ?.token
    await run('UPDATE calendar_feeds SET token = ? WHERE user_id = ?', token, other.student.id)
    expect(await outcome(reveal(other.student))).toBe('not-found')
  })

  it('from before tokens were stored goes on, and is shown no more', async () => {
    const { student } = await bookingFixture()
    const feed = await renew(student)
    await run('UPDATE calendar_feeds SET token = NULL WHERE user_id = ?', student.id)
    expect((await fetchCalendar(feed)).status).toBe(200)
    expect(await outcome(reveal(student))).toBe('not-found')
  })

  it('is for students, tutors and managers, and a manager’s is in the audit log without it', async () => {
    for (const person of [await newAdmin(), await newSuperAdmin()])
      expect(await outcome(callApi('PUT', '/calendar-feed', { as: person }))).toBe('forbidden')
    const mona = await tutorManager()
    const { url } = await renew(mona)
    const entry = await lastAuditEntry('calendar.renew')
    expect(entry).toMatchObject({ actor_id: mona.id, before: { calendarFeedAt: null }, after: { calendarFeedAt: NOW } })
    expect(JSON.stringify(entry)).not.toContain(url.slice(-47, -4))
  })

  it('ends when staff deactivate the account', async () => {
    const { tutor } = await bookingFixture()
    const feed = await renew(tutor)
    const body = { activated: false }
    expect(await outcome(callApi('PUT', `/user/${tutor.id}`, { as: await newSuperAdmin(), body }))).toBe('ok')
    expect((await fetchCalendar(feed)).status).toBe(404)
  })

  it('is slowed down, known and unknown', async () => {
    const { student } = await bookingFixture()
    const feed = await renew(student)
    const read = async (path: string) => (await fetchWorker(path)).status
    for (let uses = 0; uses < 60; uses++) expect(await read(pathOf(feed))).toBe(200)
    const refused = await fetchCalendar(feed)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    const unknown = `/api/v1/calendar/${'A'.repeat(43)}.ics`
    const answers: number[] = []
    while (answers.length < 100 && answers.at(-1) !== 429) answers.push(await read(unknown))
    expect(answers.at(-1)).toBe(429)
    expect(answers.filter((status) => status === 404).length).toBeLessThanOrEqual(20)
    setNow(NOW + minutes(10))
    expect(await read(pathOf(feed))).toBe(200)
  })
})

describe('what a calendar holds', () => {
  it('a lesson for both, with an identity that a move keeps and a cancellation ends', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const feeds = await Promise.all([renew(tutor), renew(student)])
    const lesson = await book(student, { tutor, slot, start: at(24) })
    for (const feed of feeds) {
      const [entry, ...others] = await entriesOf(feed)
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        uid: `lesson-${lesson.id}@hessa`,
        sequence: 0,
        status: 'CONFIRMED',
        start: at(24),
        end: at(24.5),
        zone: 'Africa/Cairo',
      })
      expect(entry?.url).toMatch(new RegExp(`/lesson/${lesson.id}$`))
    }
    const [, feed] = feeds
    expect((await entriesOf(feed))[0]?.summary).toBe('حصة إنجليزي مع عمر حسن')
    setNow(NOW + minutes(1))
    expect(await tryMove(student, { lesson, slot, start: at(25) })).toBe('ok')
    const moved = await entriesOf(feed)
    expect(moved).toMatchObject([{ uid: `lesson-${lesson.id}@hessa`, start: at(25), status: 'CONFIRMED' }])
    setNow(NOW + minutes(2))
    expect(await tryCancel(student, lesson)).toBe('ok')
    const canceled = await entriesOf(feed)
    expect(canceled).toMatchObject([{ uid: `lesson-${lesson.id}@hessa`, status: 'CANCELLED' }])
    expect(moved[0]?.sequence).toBeGreaterThan(0)
    expect(canceled[0]?.sequence).toBeGreaterThan(moved[0]?.sequence ?? 0)
  })

  it('a number that grows with each of several changes within one second', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const feed = await renew(tutor)
    const lesson = await book(student, { tutor, slot, start: at(24) })
    const sequences: (number | undefined)[] = []
    for (const start of [at(25), at(26), at(24), at(25.5)]) {
      expect(await tryMove(student, { lesson, slot, start })).toBe('ok')
      sequences.push((await entriesOf(feed))[0]?.sequence)
    }
    expect(await tryCancel(student, lesson)).toBe('ok')
    const [canceled] = await entriesOf(feed)
    expect([...sequences, canceled?.sequence]).toEqual([1, 2, 3, 4, 5])
  })

  it('interviews and demo sessions, for the tutor and the manager', async () => {
    const { tutor } = await bookingFixture()
    const mona = await tutorManager()
    const slot = await openSlot(mona, at(48), 4)
    await run(
      `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, status, created_at, updated_at, sequence)
       VALUES (?, ?, ?, ?, ?, 5, ?, ?, 1)`,
      `interview:${crypto.randomUUID()}`,
      ...[mona.id, tutor.id, slot.id, at(48), NOW, NOW + 1000],
    )
    await run(
      `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
      `demo:${crypto.randomUUID()}`,
      ...[tutor.id, slot.id, at(49), NOW, NOW],
    )
    for (const person of [tutor, mona]) {
      const entries = await entriesOf(await renew(person))
      expect(entries.map(({ uid, status, start }) => [uid.replace(/-\d+@/, '@'), status, start])).toEqual([
        ['interview@hessa', 'CANCELLED', at(48)],
        ['demo@hessa', 'CONFIRMED', at(49)],
      ])
      expect(entries[0]?.sequence).toBe(1)
    }
  })

  it('a number that grows when a manager takes the time of an interview or demo session back', async () => {
    const { tutor } = await bookingFixture()
    const mona = await tutorManager()
    const slot = await openSlot(mona, at(48), 4)
    await run(
      `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      `interview:${crypto.randomUUID()}`,
      ...[mona.id, tutor.id, slot.id, at(48), NOW, NOW],
    )
    await run(
      `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
      `demo:${crypto.randomUUID()}`,
      ...[tutor.id, slot.id, at(49), NOW, NOW],
    )
    const feeds = [await renew(tutor), await renew(mona)]
    const body = { actions: [{ type: 'delete', id: slot.id }] }
    await expectOk(callApi('POST', '/availability-slot', { as: mona, body }))
    for (const feed of feeds)
      expect((await entriesOf(feed)).map(({ status, sequence }) => [status, sequence])).toEqual([
        ['CANCELLED', 1],
        ['CANCELLED', 1],
      ])
  })

  it('nothing of others, and nothing that is over for 60 days', async () => {
    const [{ tutor, student, slot }, other] = await Promise.all([bookingFixture(), bookingFixture()])
    await book(student, { tutor, slot, start: at(24) })
    const feed = await renew(student)
    expect(await entriesOf(await renew(other.student))).toEqual([])
    setNow(at(24) + hours(24 * 59))
    expect(await entriesOf(feed)).toHaveLength(1)
    setNow(at(24) + hours(24 * 62))
    expect(await entriesOf(feed)).toEqual([])
  })

  it('the right instant of every quarter hour around both changes of the clock', () => {
    const changes = [
      '2024-10-31T21:00Z',
      '2026-04-23T22:00Z',
      '2026-10-29T21:00Z',
      '2031-04-24T22:00Z',
      '2031-10-30T21:00Z',
    ]
    const starts = changes.flatMap((change) =>
      Array.from({ length: 40 }, (_, quarter) => Date.parse(change) + (quarter - 20) * minutes(15)),
    )
    const events = starts.map((start, id): CalendarEvent => {
      const times = { start, end: start + minutes(30), createdAt: NOW, updatedAt: NOW, sequence: 0 }
      return { kind: 'lesson', id, isCanceled: false, otherName: 'سارة، نور; \\ "علي"\nحسن', ...times }
    })
    const read = readCalendar(calendarText(events, 'http://localhost:8787')).getAllSubcomponents('vevent')
    const found = read.map((component) => new ICAL.Event(component))
    expect(found.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(starts)
    expect(found.map(({ endDate }) => endDate.toJSDate().getTime())).toEqual(events.map(({ end }) => end))
    expect(new Set(found.map(({ summary }) => summary))).toEqual(new Set(['حصة إنجليزي مع سارة، نور; \\ "علي"\nحسن']))
  })

  it('lines of at most 75 octets', () => {
    const event = {
      kind: 'lesson',
      id: 1,
      start: NOW,
      end: NOW,
      isCanceled: false,
      createdAt: NOW,
      updatedAt: NOW,
      sequence: 0,
    } as const
    const text = calendarText(
      [{ ...event, otherName: 'عبد الرحمن عبد المنعم السيد الشرقاوي '.repeat(4) }],
      'http://localhost:8787',
    )
    expect(Math.max(...text.split('\r\n').map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  })

  it('an ETag that changes with the events alone', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const feed = await renew(student)
    const etagNow = async () => (await fetchCalendar(feed)).headers.get('etag') ?? ''
    const before = await etagNow()
    setNow(NOW + hours(3))
    expect(await etagNow()).toBe(before)
    const unchanged = await fetchCalendar(feed, { 'if-none-match': `"other", W/${before}` })
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', before])
    const booker = { ...student, token: await tokenFor(student.id) }
    await book(booker, { tutor, slot, start: at(24) })
    const changed = await fetchCalendar(feed, { 'if-none-match': before })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(before)
    expect(changed.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(changed.headers.get('cache-control')).toContain('private')
  })
})
