import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, localDay } from '#domain/cairo'
import {
  callApi,
  expectOk,
  mailedResetCode,
  newStudent,
  onboardedTutor,
  outcome,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { typePassword } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const QUARTER = 900_000

type Value = string | number
type Kept = {
  /** Of a row that belongs to this account and that these times decide on. */
  values: (userId: number, at: number) => Record<string, Value>
  /** How long after the time of its row it is kept. */
  keptFor: number
}

/** What the job clears, by table: until when each of them counts, and how long after that it is kept. */
const CLEARED: Record<string, Kept> = {
  idempotency_keys: {
    values: (userId, at) => ({ scope: `user:${userId}`, key: `k${at}`, call: 'c', body_hash: 'h', created_at: at }),
    keptFor: 2 * DAY,
  },
  confirmation_codes: {
    values: (userId, at) => ({ user_id: userId, purpose: 1, code: 12345, created_at: at, expires_at: at }),
    keptFor: 2 * DAY,
  },
  password_reset_codes: {
    values: (userId, at) => ({ user_id: userId, code_hash: `h${at}`, created_at: at, expires_at: at }),
    keptFor: 2 * DAY,
  },
  sign_in_networks: {
    values: (userId, at) => ({ user_id: userId, network: `10.0.${at % 255}.0`, last_used_at: at }),
    keptFor: 90 * DAY,
  },
  second_factor_challenges: {
    values: (userId, at) => ({
      token_hash: `h${at}`,
      user_id: userId,
      purpose: 'sign-in',
      created_at: at,
      expires_at: at,
    }),
    keptFor: 0,
  },
  spent_tokens: { values: (_, at) => ({ token_hash: `h${at}`, expires_at: at }), keptFor: 0 },
  google_proofs: {
    values: (userId, at) => ({ token_hash: `h${at}`, user_id: userId, created_at: at, expires_at: at }),
    keptFor: 0,
  },
  auth_sessions: {
    values: (userId, at) => ({
      id: `s${at}`,
      user_id: userId,
      created_at: at,
      by_second_factor: 0,
      token_id: `t${at}`,
      issued_at: 1,
      expires_at: at,
      last_used_at: at,
    }),
    keptFor: 30 * DAY,
  },
  throttles: { values: (_, at) => ({ key: `k${at}`, count: 1, resets_at: at }), keptFor: 0 },
  previous_emails: {
    values: (userId, at) => ({
      token_hash: `h${at}`,
      user_id: userId,
      email: `${at}@example.com`,
      changed_at: at,
      expires_at: at,
    }),
    keptFor: 0,
  },
  outbox: {
    values: (_, at) => ({
      channel: 'email',
      template: 'verify_email',
      to: 'sara@example.com',
      params: '{}',
      status: 'sent',
      next_attempt_at: at,
      created_at: at,
    }),
    keptFor: 90 * DAY,
  },
  job_runs: { values: (_, at) => ({ name: `j${at}`, started_at: at }), keptFor: 30 * DAY },
  busy_quarters: {
    values: (userId, at) => ({ user_id: userId, quarter: Math.floor(at / QUARTER), session_id: `lesson:${at}` }),
    keptFor: 60 * DAY,
  },
}

/** These stay as records after they have expired; those of uploads are cleared with their parts (intro-video-uploads.test.ts). */
const RECORDS = [
  'coupons',
  'intro_video_uploads',
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
  for (const [table, { values, keptFor }] of Object.entries(CLEARED))
    it(`keeps ${table} to the last millisecond, and no longer`, async () => {
      // Two accounts, because of some an account has one only.
      const [old, living] = [await newStudent('old'), await newStudent('living')]
      await run(`DELETE FROM ${table}`)
      await insert(table, values(old.id, NOW - keptFor - 1))
      await insert(table, values(living.id, NOW - keptFor))
      const before = await rows(`SELECT * FROM ${table}`)
      expect(before).toHaveLength(2)
      await triggerJob('clear-expired')
      // Its own run is recorded after it.
      const left = await rows(`SELECT * FROM ${table}${table === 'job_runs' ? ` WHERE name LIKE 'j%'` : ''}`)
      expect(left).toEqual([before[1]])
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
    expect(names.filter((name) => !(name in CLEARED)).toSorted()).toEqual(RECORDS)
    expect(names).toContain('throttles')
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
