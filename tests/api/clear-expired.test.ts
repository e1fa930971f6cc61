/** What the nightly job deletes, table by table as `db/personal-data.ts` says (docs/rules/privacy.md 1.3). */
import { getTableColumns, getTableName } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { boundedTables } from '#db/personal-data'
import { addDays, localDay } from '#domain/cairo'
import {
  callApi,
  expectOk,
  insertLesson,
  mailedResetCode,
  newStudent,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { insertFilled } from './filled-rows.ts'
import { typePassword } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const QUARTER = 900_000

type Value = string | number | null

/** How long the rows of each table are kept after the time that they say (docs/rules/privacy.md 1.1). */
const KEPT_FOR: Record<string, number> = {
  auth_sessions: 30 * DAY,
  busy_quarters: 60 * DAY,
  call_days: 90 * DAY,
  call_minutes: 90 * DAY,
  confirmation_codes: 2 * DAY,
  data_exports: 30 * DAY,
  freed_times: 0,
  google_proofs: 0,
  held_times: 0,
  idempotency_keys: 2 * DAY,
  intro_video_uploads: 0,
  job_runs: 30 * DAY,
  media_events: 365 * DAY,
  outbox: 90 * DAY,
  password_reset_codes: 2 * DAY,
  previous_emails: 0,
  second_factor_challenges: 0,
  sign_in_networks: 90 * DAY,
  spent_tokens: 0,
  standing_weeks: 60 * DAY,
  throttles: 0,
  upcoming_lessons: 0,
  // Until it is over everywhere.
  availability_pattern_days: DAY,
}

/** What a row has to have besides its time where the types of its columns do not say it: what checks accept. */
const VALUES: Record<string, (key: string, time: number) => Record<string, Value>> = {
  call_minutes: () => ({ device: 'phone' }),
  confirmation_codes: () => ({ code: 12345, purpose: 1 }),
  busy_quarters: (key) => ({ session_id: `lesson:${key}` }),
  held_times: (_, until) => ({ kind: 'confirmation', start: QUARTER, end: 2 * QUARTER, held_at: until - 1 }),
  outbox: () => ({ channel: 'email', template: 'verify_email', params: '{}', status: 'sent' }),
  second_factor_challenges: () => ({ purpose: 'sign-in' }),
  standing_weeks: (key, start) => ({ session_id: `lesson:${key}`, state: 'reserved', end: start + QUARTER }),
}

/** Rows that others refer to. */
const PARENTS: Record<string, (tutor: Person) => Promise<Record<string, Value>>> = {
  call_minutes: async (tutor) => ({ lesson_id: await lessonOf(tutor) }),
  media_events: async (tutor) => ({ lesson_id: await lessonOf(tutor), type: 'room_finished' }),
  standing_weeks: async (tutor) => {
    const given = { weekday: 1, minute: 0, duration: 15, state: 'accepted', accepted_at: NOW }
    return { standing_time_id: await insertFilled('standing_times', tutor, given) }
  },
  upcoming_lessons: async (tutor) => ({ lesson_id: await lessonOf(tutor) }),
}
const lessonOf = async (tutor: Person) => insertLesson({ tutor, student: await newStudent(), start: NOW - DAY })

/** Where a time is on a grid, the last one before another. */
const STEPS: Record<string, number> = { call_minutes: 60_000, standing_weeks: QUARTER }

/** These stay as records after they have expired. */
const RECORDS = [
  'coupons',
  'invites',
  'plan_invites',
  'referral_rewards',
  'staff_invites',
  'transactions',
  'view_as_sessions',
]

const insert = (table: string, values: Record<string, Value>) =>
  run(
    `INSERT INTO ${table} (${Object.keys(values)
      .map((name) => `"${name}"`)
      .join(', ')}) VALUES (${Object.keys(values)
      .map(() => '?')
      .join(', ')})`,
    ...Object.values(values),
  )

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

describe('the job that clears what has expired', () => {
  for (const { table, bound } of boundedTables) {
    const name = getTableName(table)
    it(`keeps ${name} to the last moment, and no longer`, async () => {
      const column = getTableColumns(table)[bound.column]?.name ?? ''
      const first = bound.before(NOW)
      const last = typeof first === 'number' ? first - (STEPS[name] ?? 1) : addDays(first, -1)
      // Two accounts, because of some an account has one only.
      const [old, living] = [await onboardedTutor(), await onboardedTutor()]
      await run(`DELETE FROM ${name}`)
      for (const [person, key, time] of [[old, 'old', last] as const, [living, 'living', first] as const]) {
        const given = { ...VALUES[name]?.(key, Number(time)), ...(await PARENTS[name]?.(person)) }
        await insertFilled(name, person, { ...given, [column]: time })
      }
      const before = await rows(`SELECT * FROM ${name} ORDER BY "${column}"`)
      expect(before).toHaveLength(2)
      await triggerJob('clear-expired')
      // Its own run is recorded after it.
      const left = await rows(`SELECT * FROM ${name}${name === 'job_runs' ? ` WHERE name <> 'clear-expired'` : ''}`)
      expect(left).toEqual([before[1]])
    })
  }

  it('keeps each table for as long as the rules say', () => {
    const whole = boundedTables.map(({ table, bound }) => {
      const first = bound.before(NOW)
      const isQuarter = first === Math.floor((NOW - 60 * DAY) / QUARTER)
      const from = typeof first === 'string' ? Date.parse(`${first}T10:00:00Z`) : isQuarter ? first * QUARTER : first
      return [getTableName(table), NOW - from]
    })
    expect(Object.fromEntries(whole)).toEqual(KEPT_FOR)
  })

  it('deletes messages that were given up, and none that waits to be sent or for staff', async () => {
    await run('DELETE FROM outbox')
    for (const status of ['sent', 'failed', 'pending', 'parked'])
      await insert('outbox', {
        channel: 'email',
        template: 'verify_email',
        to: 'sara@example.com',
        params: '{}',
        status,
        next_attempt_at: NOW + DAY,
        created_at: NOW - 91 * DAY,
      })
    await triggerJob('clear-expired')
    expect(await rows('SELECT status FROM outbox ORDER BY id')).toEqual([{ status: 'pending' }, { status: 'parked' }])
  })

  it('deletes 50,000 rows of a table at the most in a run, in statements of 2000, and the rest in the next', async () => {
    await run('DELETE FROM throttles')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50100)
       INSERT INTO throttles (key, count, resets_at) SELECT 'k' || i, 1, ? FROM n`,
      NOW - 1,
    )
    const left = async () => (await rows('SELECT 1 FROM throttles')).length
    await triggerJob('clear-expired')
    expect(await left()).toBe(100)
    await triggerJob('clear-expired')
    expect(await left()).toBe(0)
  })

  it('goes on where a run was cut off', async () => {
    await run('DELETE FROM throttles')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
       INSERT INTO throttles (key, count, resets_at) SELECT 'k' || i, 1, ? FROM n`,
      NOW - 1,
    )
    // The second statement fails, as a run does that the platform ends.
    await run(
      `CREATE TRIGGER cut_off BEFORE DELETE ON throttles WHEN (SELECT COUNT(*) FROM throttles) <= 2500 BEGIN SELECT RAISE(ABORT, 'ended'); END`,
    )
    await expect(triggerJob('clear-expired')).rejects.toThrow('ended')
    expect(await rows('SELECT 1 FROM throttles')).toHaveLength(2500)
    await run('DROP TRIGGER cut_off')
    await triggerJob('clear-expired')
    expect(await rows('SELECT 1 FROM throttles')).toHaveLength(0)
  })

  it('keeps the days of a pattern until they are over everywhere', async () => {
    const tutor = await onboardedTutor()
    const today = localDay(NOW)
    await run('DELETE FROM availability_pattern_days')
    for (const days of [-2, -1, 0, 1])
      await insert('availability_pattern_days', { user_id: tutor.id, day: addDays(today, days), changed_by_hand: 0 })
    await triggerJob('clear-expired')
    expect(await rows('SELECT day FROM availability_pattern_days ORDER BY day')).toEqual(
      [-1, 0, 1].map((days) => ({ day: addDays(today, days) })),
    )
  })

  it('knows every table whose rows expire', async () => {
    const expiring = await rows<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND (sql LIKE '%expires\\_at%' ESCAPE '\\' OR sql LIKE '%resets\\_at%' ESCAPE '\\')`,
    )
    const names = expiring.map(({ name }) => name)
    const bounded = boundedTables.map(({ table }) => getTableName(table))
    expect(names.filter((name) => !bounded.includes(name)).toSorted()).toEqual(RECORDS)
    expect(names).toContain('throttles')
  })

  it('deletes what belongs to a row that it deletes: the parts of an upload, a browser that is told', async () => {
    const tutor = await onboardedTutor()
    await insertFilled('intro_video_uploads', tutor, { expires_at: NOW - 1 })
    await insertFilled('intro_video_upload_parts', tutor, {})
    await run('UPDATE auth_sessions SET expires_at = ? WHERE user_id = ?', NOW - 31 * DAY, tutor.id)
    const [session] = await rows<{ id: string }>('SELECT id FROM auth_sessions WHERE user_id = ?', tutor.id)
    await insertFilled('push_subscriptions', tutor, {
      auth_session_id: session?.id ?? '',
      endpoint: 'https://push.example/1',
      p256dh: 'p'.repeat(87),
      auth: 'a'.repeat(22),
    })
    await triggerJob('clear-expired')
    expect(await rows('SELECT 1 FROM intro_video_upload_parts')).toEqual([])
    expect(await rows('SELECT 1 FROM push_subscriptions WHERE user_id = ?', tutor.id)).toEqual([])
  })

  it('leaves a throttle, a key and a code working that are still alive', async () => {
    const sara = await verifiedStudent()
    const wrongPassword = () => outcome(typePassword(sara.email, 'Wrong2026!', '10.77.0.1'))
    let last = ''
    for (let attempts = 0; attempts < 12 && last !== 'too-many-requests'; attempts++) last = await wrongPassword()
    expect(last).toBe('too-many-requests')
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const headers = { 'idempotency-key': 'clear-expired', 'cf-connecting-ip': '10.77.1.1' }
    const register = () =>
      callApi('POST', '/student', { body: { email: 'key@example.com', password: 'Hessa2026!' }, headers })
    const first = await register()
    expect(first.status).toBe(200)

    await triggerJob('clear-expired')

    expect(await wrongPassword()).toBe('too-many-requests')
    expect((await register()).body).toEqual(first.body)
    const body = { email: sara.email, code: await mailedResetCode(sara.email), password: 'Better2026!' }
    expect(await outcome(callApi('POST', '/confirmation-code/password/confirm', { body }))).toBe('ok')
  })
})
