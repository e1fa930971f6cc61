import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromIso, hours, type Instant, minutes, toIso } from '#domain/cairo'
import { whyNotInterviewFeedback } from '#domain/interviews/feedback'
import { whyNotRatingText } from '#domain/ratings/rating'
import { Role } from '#domain/roles'
import { currentOf } from '#domain/subscriptions/current'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { whyNotTopicName } from '#domain/topics/topic'
import { isOnboarded, type TutorProfile } from '#domain/tutors/onboarded'
import { whyNotAbout, whyNotBio } from '#domain/tutors/profile'
import { normalEmail, whyNotEmail } from '#domain/users/email'
import { whyNotPaymentName, whyNotTutorName, whyNotUserName } from '#domain/users/name'
import { whyNotPassword } from '#domain/users/password'
import { whyNotPhone } from '#domain/users/phone'
import { whyNotBirthYear } from '#domain/users/profile'
import { whyNotReceiver } from '#domain/withdrawals/receiver'
import { whyNotWithdrawalAmount, whyNotWithdrawalNote } from '#domain/withdrawals/request'
import { accountOf, DEMO_PASSWORD, demoAccounts } from './accounts.ts'
import { type Demo, demoOf, statementsOf } from './demo.ts'
import { filesOf } from './files.ts'
import { TOPICS } from './topics.ts'

const here = import.meta.dirname
const film = readFileSync(join(here, 'intro-video.webm'))
const migrations = join(here, '../migrations')

/** A database with all tables and guards, and nobody in it. */
function freshDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA foreign_keys = ON')
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'))
  for (const file of files.sort()) db.exec(readFileSync(join(migrations, file), 'utf8'))
  return db
}

function load(demo: Demo): DatabaseSync {
  const db = freshDatabase()
  db.exec('BEGIN')
  for (const { sql, json } of statementsOf(demo, 'scrypt$1$1$1$a$b', film.byteLength)) db.prepare(sql).run(json)
  db.exec('COMMIT')
  return db
}

const DAYS: Record<string, Instant> = {
  'a Saturday noon': fromIso('2026-11-21T10:20:00Z'),
  'late on a Thursday night': fromIso('2026-12-17T23:58:00+02:00'),
  'four in the morning, before the minutes turn': fromIso('2027-01-06T04:10:00+02:00'),
  'the night in which an hour is left out': fromIso('2027-04-30T01:00:00+03:00'),
  'the day after it': fromIso('2027-05-01T09:00:00+03:00'),
  'two weeks before an hour comes twice': fromIso('2026-10-15T19:00:00+03:00'),
  'the hour that comes twice, the first time': fromIso('2026-10-29T23:30:00+03:00'),
  'the hour that comes twice, the second time': fromIso('2026-10-29T23:30:00+02:00'),
  'the last minute of a leap February': fromIso('2028-02-29T23:59:30+02:00'),
}

const number = (db: DatabaseSync, sql: string, ...values: number[]): number =>
  Number(Object.values(db.prepare(sql).get(...values) ?? { none: 0 })[0])

describe.each(Object.entries(DAYS))('the demo on %s', (_, now) => {
  let demo: Demo
  let db: DatabaseSync
  beforeAll(() => {
    demo = demoOf(now)
    db = load(demo)
  })

  it('shows at least sixty onboarded tutors, some of them managers', () => {
    const rows = db
      .prepare(
        `SELECT u.*, t.*, u.birth_year AS birthYear, u.verified_email AS verifiedEmail, u.verified_phone AS verifiedPhone
         FROM tutors t JOIN users u ON u.id = t.id`,
      )
      .all() as unknown as TutorProfile[]
    const shown = rows.filter(isOnboarded)
    expect(shown.length).toBeGreaterThanOrEqual(65)
    expect(shown.filter((tutor) => tutor.role === Role.TutorManager).length).toBeGreaterThanOrEqual(3)
    expect(rows.length).toBeGreaterThan(shown.length)
  })

  it('gives every onboarded tutor free time within the coming week', () => {
    const free = number(
      db,
      'SELECT COUNT(DISTINCT user_id) FROM availability_slots WHERE deleted = 0 AND purpose IN (1, 2) AND start BETWEEN ?1 AND ?2',
      now,
      now + hours(8 * 24),
    )
    expect(free).toBeGreaterThanOrEqual(64)
  })

  it('lets nobody have more than one lesson still to come', () => {
    const coming = `SELECT m.user_id FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id JOIN students s ON s.id = m.user_id
      WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 > ${now}`
    expect(number(db, `SELECT COUNT(*) FROM (${coming} GROUP BY m.user_id HAVING COUNT(*) > 1)`)).toBe(0)
    expect(number(db, `SELECT COUNT(*) FROM (${coming})`)).toBe(number(db, 'SELECT COUNT(*) FROM upcoming_lessons'))
    expect(number(db, 'SELECT COUNT(*) FROM upcoming_lessons')).toBeGreaterThan(5)
  })

  it('spends minutes that were granted, once a lesson, and gives back those of cancelled ones', () => {
    const left = 'SELECT SUM(minutes) AS sum FROM minute_entries GROUP BY subscription_id, week'
    expect(number(db, `SELECT MIN(sum) FROM (${left})`)).toBeGreaterThanOrEqual(0)
    const used = number(db, "SELECT -SUM(minutes) FROM minute_entries WHERE kind IN ('booking', 'return')")
    expect(used).toBe(number(db, 'SELECT SUM(duration) FROM lessons WHERE canceled_at IS NULL'))
    expect(number(db, "SELECT COUNT(*) FROM minute_entries WHERE kind = 'booking'")).toBe(demo.lessons.length)
  })

  it('has granted the current week of everybody who has one, and no week to come', () => {
    for (const student of demo.students) {
      const own = demo.paying.subscriptions.filter((one) => one.userId === student.id)
      const current = currentOf(own, now)
      if (!current) continue
      const week = minutesWeekOf(current, now)
      const granted = demo.paying.allowances.filter((one) => one.subscriptionId === current.id)
      expect(Math.max(...granted.map((one) => one.week))).toBe(week.start)
    }
  })

  it('books lessons in their own week, with the notice that the tutor asks for', () => {
    const notice = new Map(demo.tutors.map((tutor) => [tutor.id, tutor.notice]))
    for (const lesson of demo.lessons) {
      expect(lesson.createdAt).toBeGreaterThanOrEqual(lesson.allowance.start)
      expect(lesson.createdAt).toBeLessThan(now)
      expect(lesson.createdAt + minutes(notice.get(lesson.tutorId) ?? 0)).toBeLessThanOrEqual(lesson.start)
      expect(lesson.end).toBeLessThanOrEqual(lesson.allowance.end)
      if (lesson.cancellation) expect(lesson.cancellation.at).toBeLessThanOrEqual(Math.min(lesson.start, now))
    }
  })

  it('keeps a ledger that sums to zero, in which no tutor owes anything', () => {
    expect(number(db, 'SELECT SUM(amount) FROM postings')).toBe(0)
    expect(number(db, 'SELECT COUNT(*) FROM postings')).toBeGreaterThan(500)
    const balances = 'SELECT SUM(p.amount) AS sum FROM postings p JOIN accounts a ON a.id = p.account_id'
    const owed = `${balances} WHERE a.owner_id IS NOT NULL GROUP BY a.id`
    expect(number(db, `SELECT MIN(sum) FROM (${owed})`)).toBeGreaterThanOrEqual(0)
  })

  it('has ratings only of tutors with whom the student had a lesson', () => {
    const unheard = `SELECT COUNT(*) FROM ratings r WHERE NOT EXISTS (
      SELECT 1 FROM lessons l JOIN lesson_members s ON s.lesson_id = l.id AND s.user_id = r.rater_id
      JOIN lesson_members t ON t.lesson_id = l.id AND t.user_id = r.ratee_id
      WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 <= r.created_at)`
    expect(number(db, unheard)).toBe(0)
    expect(number(db, 'SELECT COUNT(*) FROM ratings')).toBeGreaterThan(100)
    expect(number(db, `SELECT COUNT(*) FROM ratings WHERE created_at > ${now}`)).toBe(0)
  })

  it('has nothing that was made in the future', () => {
    for (const table of ['users', 'lessons', 'ratings', 'rooms', 'interviews', 'withdrawals', 'availability_slots'])
      expect(number(db, `SELECT COUNT(*) FROM ${table} WHERE created_at > ${now}`), table).toBe(0)
  })

  it('lets the known student book with the known tutor at once', () => {
    const [student, tutor] = [accountOf(Role.Student).id, accountOf(Role.Tutor).id]
    const current = currentOf(
      demo.paying.subscriptions.filter((one) => one.userId === student),
      now,
    )
    const week = current && minutesWeekOf(current, now)
    expect(current?.weeklyMinutes).toBe(120)
    expect((week?.end ?? 0) - now).toBeGreaterThan(hours(5 * 24))
    expect(demo.lessons.filter((one) => one.studentId === student && one.end > now)).toEqual([])
    expect(demo.lessons.filter((one) => one.studentId === student && !one.cancellation).length).toBeGreaterThan(3)
    const soon = demo.slots.filter(
      (one) => one.userId === tutor && one.end > now + hours(1) && one.start < now + hours(24),
    )
    expect(soon.length).toBeGreaterThanOrEqual(3)
    const days = demo.slots
      .filter((one) => one.userId === tutor && one.start > now)
      .map((one) => toIso(one.start).slice(0, 10))
    expect(new Set(days).size).toBeGreaterThanOrEqual(28)
  })

  it('lists every file once, and every file that somebody refers to', () => {
    const keys = filesOf(demo).map((file) => file.key)
    expect(new Set(keys).size).toBe(keys.length)
    const named = `SELECT image AS key FROM users UNION SELECT video FROM tutors UNION SELECT thumbnail FROM tutors UNION SELECT src FROM intro_videos`
    expect(
      number(db, `SELECT COUNT(*) FROM (${named}) WHERE key IS NOT NULL AND key NOT IN (SELECT key FROM assets)`),
    ).toBe(0)
  })
})

describe('what the people of the demo write', () => {
  const demo = demoOf(fromIso('2026-11-21T10:20:00Z'))
  const people = [...demo.staff, ...demo.tutors, ...demo.students]

  it('follows the rules of names, addresses and phones', () => {
    for (const person of people) {
      expect(whyNotUserName(person.name), person.name).toBeNull()
      expect(whyNotPaymentName(person.name), person.name).toBeNull()
      expect(whyNotEmail(person.email), person.email).toBeNull()
      expect(normalEmail(person.email)).toBe(person.email)
      expect(whyNotPhone(person.phone), person.phone).toBeNull()
      expect(whyNotBirthYear(person.birthYear, 2026), person.name).toBeNull()
    }
    for (const key of ['id', 'email', 'phone', 'name'] as const)
      expect(new Set(people.map((person) => person[key])).size, key).toBe(people.length)
  })

  it('follows the rules of profiles', () => {
    for (const tutor of demo.tutors) {
      expect(whyNotTutorName(tutor.name), tutor.name).toBeNull()
      expect(whyNotBio(tutor.bio), tutor.bio).toBeNull()
      expect(whyNotAbout(tutor.about), tutor.about).toBeNull()
      expect(tutor.about, tutor.about).not.toMatch(/[[\]{}|]/)
    }
    expect(new Set(demo.tutors.map((tutor) => tutor.about)).size).toBe(demo.tutors.length)
    expect(new Set(demo.tutors.map((tutor) => tutor.bio)).size).toBeGreaterThan(demo.tutors.length * 0.9)
  })

  it('follows the rules of ratings, interviews, withdrawals and topics', () => {
    for (const { feedback } of demo.ratings)
      if (feedback !== null) expect(whyNotRatingText(feedback), feedback).toBeNull()
    for (const { feedback } of demo.ratings) expect(feedback ?? '').not.toMatch(/[[\]{}|]/)
    for (const { feedback } of demo.onboarding.interviews)
      if (feedback !== null) expect(whyNotInterviewFeedback(feedback), feedback).toBeNull()
    for (const { method, receiver, amount, note, adminNote } of demo.withdrawals) {
      expect(whyNotReceiver(method, receiver), receiver).toBeNull()
      expect(whyNotWithdrawalAmount(amount)).toBeNull()
      for (const text of [note, adminNote]) if (text !== null) expect(whyNotWithdrawalNote(text), text).toBeNull()
    }
    expect(new Set(demo.withdrawals.map((one) => one.status)).size).toBe(5)
    for (const name of Object.values(TOPICS))
      for (const text of [name.ar, name.en]) expect(whyNotTopicName(text)).toBeNull()
  })

  it('is the same each time', () => {
    expect(demoOf(demo.now)).toEqual(demo)
  })

  it('has one known account a role', () => {
    expect(demoAccounts.map((account) => account.role).sort()).toEqual(Object.values(Role).sort())
    expect(whyNotPassword(DEMO_PASSWORD)).toBeNull()
  })
})
