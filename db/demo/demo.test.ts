import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromIso, hours, type Instant, minutes, toIso } from '#domain/cairo'
import { whyNotRatingText } from '#domain/lessons/rating'
import { whyNotMeetingFeedback } from '#domain/meetings/feedback'
import { Role } from '#domain/roles'
import { currentOf } from '#domain/subscriptions/current'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { whyNotTopicName } from '#domain/topics/topic'
import { isOnboarded, type TutorProfile } from '#domain/tutors/onboarded'
import { whyNotAbout, whyNotBio, whyNotEnglishBio } from '#domain/tutors/profile'
import { normalEmail, whyNotEmail } from '#domain/users/email'
import { whyNotEnglishName, whyNotPaymentName, whyNotTutorName, whyNotUserName } from '#domain/users/name'
import { whyNotPassword } from '#domain/users/password'
import { whyNotPhone } from '#domain/users/phone'
import { whyNotBirthYear } from '#domain/users/profile'
import { whyNotReceiver } from '#domain/withdrawals/receiver'
import { whyNotWithdrawalAmount, whyNotWithdrawalNote } from '#domain/withdrawals/request'
import { accountOf, DEMO_PASSWORD, demoAccounts } from './accounts.ts'
import { type Demo, demoOf } from './demo.ts'
import { filesOf } from './files.ts'
import { statementsOf } from './statements.ts'
import { TOPICS } from './topics.ts'

const here = import.meta.dirname
const video = readFileSync(join(here, 'intro-video.webm'))
const migrations = join(here, '../migrations')

/** An empty database with all migrations. */
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
  for (const { sql, json } of statementsOf(demo, 'scrypt$1$1$1$a$b', video.byteLength)) db.prepare(sql).run(json)
  db.exec('COMMIT')
  return db
}

const DAYS: Record<string, Instant> = {
  'a Saturday noon': fromIso('2026-11-21T10:20:00Z'),
  'late on a Thursday night': fromIso('2026-12-17T23:58:00+02:00'),
  'four in the morning, before the minutes week begins': fromIso('2027-01-06T04:10:00+02:00'),
  'the night in which daylight saving time begins': fromIso('2027-04-30T01:00:00+03:00'),
  'the day after it': fromIso('2027-05-01T09:00:00+03:00'),
  'two weeks before daylight saving time ends': fromIso('2026-10-15T19:00:00+03:00'),
  'the repeated hour, the first time': fromIso('2026-10-29T23:30:00+03:00'),
  'the repeated hour, the second time': fromIso('2026-10-29T23:30:00+02:00'),
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

  it('has at least 65 onboarded tutors, some of them managers', () => {
    const rows = db
      .prepare(
        `SELECT u.*, t.*, u.birth_year AS birthYear, u.verified_email AS verifiedEmail, u.verified_phone AS verifiedPhone
         FROM tutors t JOIN users u ON u.id = t.id`,
      )
      .all() as unknown as TutorProfile[]
    const listed = rows.filter(isOnboarded)
    expect(listed.length).toBeGreaterThanOrEqual(65)
    expect(listed.filter((tutor) => tutor.role === Role.TutorManager).length).toBeGreaterThanOrEqual(3)
    expect(rows.length).toBeGreaterThan(listed.length)
  })

  it('has students at risk for each reason, and tutors who come late (docs/rules/staff.md 13.1, 15.1)', () => {
    const idle = number(
      db,
      `SELECT COUNT(*) FROM subscriptions s WHERE s.tx_id IS NOT NULL AND s.start <= ? AND s."end" > ? AND NOT EXISTS
         (SELECT 1 FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = s.user_id AND l.canceled_at IS NULL AND l.start > ?)`,
      now - hours(240),
      now,
      now - hours(241),
    )
    const missed = number(
      db,
      `SELECT COUNT(*) FROM (SELECT m.user_id, o.outcome, ROW_NUMBER() OVER (PARTITION BY m.user_id ORDER BY l.start DESC) AS place
         FROM lesson_outcomes o JOIN lessons l ON l.id = o.lesson_id JOIN lesson_members m ON m.lesson_id = l.id AND m.user_id <> o.tutor_id)
         WHERE place <= 2 AND outcome IN (2, 4) GROUP BY user_id HAVING COUNT(*) = 2`,
    )
    const rated = number(db, 'SELECT COUNT(*) FROM ratings WHERE value <= 2 AND updated_at > ?', now - hours(720))
    expect(
      [idle, missed, rated].every((found) => found > 0),
      `${idle} ${missed} ${rated}`,
    ).toBe(true)
    const quality = (what: string) => number(db, `SELECT COUNT(*) FROM lesson_outcomes WHERE ${what}`)
    expect(quality('late = 1')).toBeGreaterThan(5)
    expect(quality('cut_short = 1')).toBeGreaterThan(5)
  })

  it('shows a coming pause, a chosen next plan, standing times, waiting lists and a referral (docs/rules/minutes.md 9.8, 10.1)', () => {
    const count = (sql: string) => number(db, `SELECT COUNT(*) FROM ${sql}`)
    expect(count('subscriptions WHERE next_plan_id IS NOT NULL')).toBe(1)
    expect(count('pauses p JOIN subscriptions s ON s.paused_from = p.start AND s.paused_until = p."end"')).toBe(1)
    expect(count(`standing_times WHERE state = 'accepted'`)).toBe(1)
    expect(count(`standing_times WHERE state = 'asked'`)).toBe(1)
    expect(count('waits')).toBe(3)
    expect(count(`referrals WHERE state = 'open'`)).toBe(1)
    expect(
      count(`lesson_members m JOIN lessons l ON l.id = m.lesson_id JOIN subscriptions s ON s.user_id = m.user_id JOIN pauses p ON p.subscription_id = s.id
        WHERE l.start + l.duration * 60000 > p.start AND l.canceled_at IS NULL`),
    ).toBe(0)
  })

  it('has most tutors with an English name and bio that may be theirs, but not all', () => {
    const names = demo.tutors.flatMap(({ englishName }) => englishName ?? [])
    const bios = demo.tutors.flatMap(({ englishBio }) => englishBio ?? [])
    for (const given of [names, bios]) {
      expect(given.length).toBeGreaterThan(demo.tutors.length / 2)
      expect(given.length).toBeLessThan(demo.tutors.length)
    }
    expect([...names.map(whyNotEnglishName), ...bios.map(whyNotEnglishBio)].filter(Boolean)).toEqual([])
  })

  it('gives every onboarded tutor slots within the coming week', () => {
    const free = number(
      db,
      'SELECT COUNT(DISTINCT user_id) FROM availability_slots WHERE deleted = 0 AND purpose IN (1, 2) AND start BETWEEN ?1 AND ?2',
      now,
      now + hours(8 * 24),
    )
    expect(free).toBeGreaterThanOrEqual(64)
  })

  it('has at most one upcoming lesson per student', () => {
    const upcoming = `SELECT m.user_id FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id JOIN students s ON s.id = m.user_id
      WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 > ${now}`
    expect(number(db, `SELECT COUNT(*) FROM (${upcoming} GROUP BY m.user_id HAVING COUNT(*) > 1)`)).toBe(0)
    expect(number(db, `SELECT COUNT(*) FROM (${upcoming})`)).toBe(number(db, 'SELECT COUNT(*) FROM upcoming_lessons'))
    expect(number(db, 'SELECT COUNT(*) FROM upcoming_lessons')).toBeGreaterThan(5)
  })

  it('spends only granted minutes, once per lesson, and returns those of cancelled lessons', () => {
    const remaining = 'SELECT SUM(minutes) AS sum FROM minute_entries GROUP BY subscription_id, week'
    expect(number(db, `SELECT MIN(sum) FROM (${remaining})`)).toBeGreaterThanOrEqual(0)
    const used = number(db, "SELECT -SUM(minutes) FROM minute_entries WHERE kind IN ('booking', 'return')")
    expect(used).toBe(number(db, 'SELECT SUM(duration) FROM lessons WHERE canceled_at IS NULL'))
    expect(number(db, "SELECT COUNT(*) FROM minute_entries WHERE kind = 'booking'")).toBe(demo.lessons.length)
  })

  it('has granted the current week of every active subscription, and no future week', () => {
    for (const student of demo.students) {
      const own = demo.sales.subscriptions.filter(({ userId }) => userId === student.id)
      const current = currentOf(own, now)
      if (!current) continue
      const week = minutesWeekOf(current, now)
      const granted = demo.sales.allowances.filter(({ subscriptionId }) => subscriptionId === current.id)
      expect(Math.max(...granted.map(({ week }) => week))).toBe(week.start)
    }
  })

  it('books lessons within their week and with the tutor’s advance notice', () => {
    const notice = new Map(demo.tutors.map((tutor) => [tutor.id, tutor.notice]))
    for (const lesson of demo.lessons) {
      expect(lesson.createdAt).toBeGreaterThanOrEqual(lesson.allowance.start)
      expect(lesson.createdAt).toBeLessThan(now)
      expect(lesson.createdAt + minutes(notice.get(lesson.tutorId) ?? 0)).toBeLessThanOrEqual(lesson.start)
      expect(lesson.end).toBeLessThanOrEqual(lesson.allowance.end)
      if (lesson.cancellation) expect(lesson.cancellation.at).toBeLessThanOrEqual(Math.min(lesson.start, now))
    }
  })

  it('has a ledger that sums to zero, without a negative account of a tutor', () => {
    expect(number(db, 'SELECT SUM(amount) FROM postings')).toBe(0)
    expect(number(db, 'SELECT COUNT(*) FROM postings')).toBeGreaterThan(500)
    const balances = 'SELECT SUM(p.amount) AS sum FROM postings p JOIN accounts a ON a.id = p.account_id'
    const tutorBalances = `${balances} WHERE a.owner_id IS NOT NULL GROUP BY a.id`
    expect(number(db, `SELECT MIN(sum) FROM (${tutorBalances})`)).toBeGreaterThanOrEqual(0)
  })

  it('has lessons of tutors whose pay waits for a decision of staff', () => {
    expect(number(db, "SELECT COUNT(*) FROM lesson_outcomes WHERE pay = 'waiting' AND due IS NULL")).toBeGreaterThan(0)
  })

  it('has ratings only after a lesson of the two', () => {
    const withoutLesson = `SELECT COUNT(*) FROM ratings r WHERE NOT EXISTS (
      SELECT 1 FROM lessons l JOIN lesson_members s ON s.lesson_id = l.id AND s.user_id = r.rater_id
      JOIN lesson_members t ON t.lesson_id = l.id AND t.user_id = r.ratee_id
      WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 <= r.created_at)`
    expect(number(db, withoutLesson)).toBe(0)
    expect(number(db, 'SELECT COUNT(*) FROM ratings')).toBeGreaterThan(100)
    expect(number(db, `SELECT COUNT(*) FROM ratings WHERE created_at > ${now}`)).toBe(0)
  })

  it('has no row that was created in the future', () => {
    for (const table of [
      'users',
      'lessons',
      'ratings',
      'rooms',
      'interviews',
      'withdrawals',
      'availability_slots',
      'reports',
    ])
      expect(number(db, `SELECT COUNT(*) FROM ${table} WHERE created_at > ${now}`), table).toBe(0)
  })

  it('allows the known student to book with the known tutor at once', () => {
    const [student, tutor] = [accountOf(Role.Student).id, accountOf(Role.Tutor).id]
    const current = currentOf(
      demo.sales.subscriptions.filter(({ userId }) => userId === student),
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

  it('lists every file once, and every file that a row refers to', () => {
    const keys = filesOf(demo).map((file) => file.key)
    expect(new Set(keys).size).toBe(keys.length)
    const referenced = `SELECT image AS key FROM users UNION SELECT video FROM tutors UNION SELECT thumbnail FROM tutors UNION SELECT src FROM intro_videos`
    expect(
      number(db, `SELECT COUNT(*) FROM (${referenced}) WHERE key IS NOT NULL AND key NOT IN (SELECT key FROM assets)`),
    ).toBe(0)
  })
})

describe('the demo at any hour', () => {
  const FROM = fromIso('2026-11-25T00:00:00+02:00')
  // Seven hours and a quarter apart, so that all hours and quarters of a day and all days of a week are among them.
  it.each(Array.from({ length: 24 }, (_, index) => FROM + index * minutes(435)))(
    'gives the two known people a past lesson together (%d)',
    (now) => {
      const [student, tutor] = [accountOf(Role.Student).id, accountOf(Role.Tutor).id]
      const together = demoOf(now).lessons.filter((one) => one.studentId === student && one.tutorId === tutor)
      expect(together.filter((one) => one.cancellation === null && one.end < now).length).toBeGreaterThan(0)
    },
  )
})

describe('the texts of the demo', () => {
  const demo = demoOf(fromIso('2026-11-21T10:20:00Z'))
  const people = [...demo.staff, ...demo.tutors, ...demo.students]

  it('follow the rules of names, e-mails and phones', () => {
    for (const person of people) {
      expect(whyNotUserName(person.name), person.name).toBeNull()
      expect(whyNotPaymentName(person.name), person.name).toBeNull()
      expect(whyNotEmail(person.email), person.email).toBeNull()
      expect(normalEmail(person.email)).toBe(person.email)
      expect(whyNotPhone(person.phone), person.phone).toBeNull()
      expect(whyNotBirthYear(person.birthYear, 2026, person.role), person.name).toBeNull()
    }
    for (const key of ['id', 'email', 'phone', 'name'] as const)
      expect(new Set(people.map((person) => person[key])).size, key).toBe(people.length)
  })

  it('follow the rules of profiles', () => {
    for (const tutor of demo.tutors) {
      expect(whyNotTutorName(tutor.name), tutor.name).toBeNull()
      expect(whyNotBio(tutor.bio), tutor.bio).toBeNull()
      expect(whyNotAbout(tutor.about), tutor.about).toBeNull()
      expect(tutor.about, tutor.about).not.toMatch(/[[\]{}|]/)
    }
    expect(new Set(demo.tutors.map((tutor) => tutor.about)).size).toBe(demo.tutors.length)
    expect(new Set(demo.tutors.map((tutor) => tutor.bio)).size).toBeGreaterThan(demo.tutors.length * 0.9)
  })

  it('follow the rules of ratings, interviews, withdrawals and topics', () => {
    for (const { feedback } of demo.ratings)
      if (feedback !== null) expect(whyNotRatingText(feedback), feedback).toBeNull()
    for (const { feedback } of demo.ratings) expect(feedback ?? '').not.toMatch(/[[\]{}|]/)
    for (const { feedback } of demo.onboarding.interviews)
      if (feedback !== null) expect(whyNotMeetingFeedback(feedback), feedback).toBeNull()
    for (const { method, receiver, amount, note, adminNote } of demo.withdrawals) {
      expect(whyNotReceiver(method, receiver), receiver).toBeNull()
      expect(whyNotWithdrawalAmount(amount)).toBeNull()
      for (const text of [note, adminNote]) if (text !== null) expect(whyNotWithdrawalNote(text), text).toBeNull()
    }
    expect(new Set(demo.withdrawals.map(({ status }) => status)).size).toBe(5)
    for (const name of Object.values(TOPICS))
      for (const text of [name.ar, name.en]) expect(whyNotTopicName(text)).toBeNull()
  })

  it('are the same for every run', () => {
    expect(demoOf(demo.now)).toEqual(demo)
  })

  it('have one known account per role', () => {
    expect(demoAccounts.map((account) => account.role).sort()).toEqual(Object.values(Role).sort())
    expect(whyNotPassword(DEMO_PASSWORD)).toBeNull()
  })
})
