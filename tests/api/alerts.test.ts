import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import type { AlertKind } from '#domain/staff/alerts'
import { addRequest, noDatabaseUse, type Sums } from '#domain/staff/measurements'
import {
  bindings,
  insertLesson,
  onboardedTutor,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { statsParty } from '../../party/stubs.ts'
import { sendAlerts } from '../../worker/jobs/send-alerts.ts'
import { emailContentOf } from '../../worker/messages/email-texts.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')

beforeEach(async () => {
  setNow(NOW)
  for (const table of ['outbox', 'alerts', 'payment_inbox', 'job_runs', 'call_minutes'])
    await run(`DELETE FROM ${table}`)
  return () => vi.useRealTimers()
})

const lookAt = async (now: number) => {
  setNow(now)
  await triggerJob('send-alerts')
}
const open = async () =>
  (await rows<{ kind: AlertKind }>('SELECT kind FROM alerts WHERE over_at IS NULL ORDER BY kind')).map(
    ({ kind }) => kind,
  )
const told = async () =>
  (
    await rows<{ channel: string; to: string; params: string }>(
      `SELECT channel, "to", params FROM outbox WHERE template = 'service_alert' ORDER BY id`,
    )
  ).map(({ channel, to, params }) => ({ channel, to, ...(JSON.parse(params) as { what: string; url: string }) }))

/** Requests of the last minutes, of which some failed on our side. */
async function answer(call: string, { all, failed }: { all: number; failed: number }): Promise<void> {
  const sums: Sums = {}
  for (let index = 0; index < all; index++) {
    const isFailed = index < failed
    const ended = { status: isFailed ? 500 : 200, code: isFailed ? 'unexpected' : undefined }
    addRequest(sums, { call, ms: 5, database: noDatabaseUse(), status: ended.status, code: ended.code })
  }
  await statsParty(bindings).add(sums)
}

/** What breaks, and the alert that comes of it. */
const BROKEN: Partial<Record<AlertKind, () => Promise<unknown>>> = {
  'notices-late': () =>
    run(
      `INSERT INTO payment_inbox (provider, dedupe_key, body, received_at) VALUES ('fawry', 'one', '{}', ?)`,
      NOW - minutes(16),
    ),
  'messages-late': () => messagesOf('pending', 20),
  'messages-parked': () => messagesOf('parked', 10),
  'jobs-failed': () =>
    run(
      `INSERT INTO job_runs (name, started_at, duration_ms, ok, error) VALUES ('sweep-payments', ?, 5, 0, 'D1_ERROR')`,
      NOW - minutes(2),
    ),
  'joins-failed': failedJoins,
}

async function messagesOf(status: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await run(
      `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, created_at)
       VALUES ('email', 'verify_email', 'x@hessa.test', '{"code":"1"}', ?, 0, ?, ?)`,
      ...[status, NOW - minutes(11), NOW - minutes(11)],
    )
}

async function failedJoins(): Promise<void> {
  const tutor = await onboardedTutor()
  for (let index = 0; index < 5; index++) {
    const student = await verifiedStudent()
    const start = NOW - hours(1) - index * hours(1)
    const lessonId = await insertLesson({ student, tutor, start })
    await run(
      `INSERT INTO call_minutes (lesson_id, user_id, minute, failure, is_poor, device, operator)
       VALUES (?, ?, ?, 'room', 1, 'phone', 'Vodafone Egypt')`,
      ...[lessonId, student.id, NOW - minutes(10)],
    )
  }
}

describe('an alert', () => {
  it.each(Object.keys(BROKEN) as AlertKind[])('is sent once for %s', async (kind) => {
    await lookAt(NOW)
    expect([await open(), await told()]).toEqual([[], []])
    await BROKEN[kind]?.()
    await lookAt(NOW)
    await lookAt(NOW)
    expect(await open()).toEqual([kind])
    const mails = await told()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ channel: 'email', to: 'team@hessa.example' })
    expect(mails[0]?.url).toMatch(/^http:\/\/admin\..*\/(?:server-stats|call-quality|payments|inbox)$/)
  })

  it('is told again after four hours, and once it is over', async () => {
    await BROKEN['messages-parked']?.()
    await lookAt(NOW)
    await lookAt(NOW + hours(4) - minutes(5))
    expect(await told()).toHaveLength(1)
    await lookAt(NOW + hours(4))
    expect((await told()).map(({ what }) => what)).toEqual([
      'تنبيه: رسايل وقفت بعد كل المحاولات (١٠)',
      'لسه مستمر: رسايل وقفت بعد كل المحاولات (١٠)',
    ])
    await run("UPDATE outbox SET status = 'failed' WHERE status = 'parked'")
    await lookAt(NOW + hours(4) + minutes(10))
    expect(await open()).toEqual(['messages-parked'])
    await lookAt(NOW + hours(4) + minutes(15))
    expect([await open(), (await told()).at(-1)?.what]).toEqual([[], 'انتهى: رسايل وقفت بعد كل المحاولات (١٠)'])
    await lookAt(NOW + hours(5))
    expect(await told()).toHaveLength(3)
  })

  it('goes to the operator’s phone as well, where it is set', async () => {
    await BROKEN['notices-late']?.()
    await sendAlerts({ ...bindings, ALERT_PHONE: '01012345678' }, openDb(bindings.DB), NOW)
    const what = 'تنبيه: إشعارات دفع متأخرة (١)'
    expect(await told()).toMatchObject([
      { channel: 'email', what },
      { channel: 'whatsapp', to: '01012345678', what },
    ])
  })

  it('is open once of a kind, whoever looks at the same time', async () => {
    await BROKEN['jobs-failed']?.()
    const both = [NOW, NOW + 1].map((now) => sendAlerts(bindings, openDb(bindings.DB), now))
    await Promise.allSettled(both)
    expect([await open(), (await told()).length]).toEqual([['jobs-failed'], 1])
    await expect(
      run(
        `INSERT INTO alerts (kind, count, opened_at, last_firing_at, notified_at) VALUES ('jobs-failed', 1, 1, 1, 1)`,
      ),
    ).rejects.toThrow('UNIQUE')
  })

  it('is a mail that says what is wrong and where it shows', () => {
    const params = { what: 'تنبيه: مهام مجدولة فشلت (١)', url: 'https://admin.hessa.eg/server-stats' }
    const { subject, text } = emailContentOf({
      channel: 'email',
      to: 'x@hessa.test',
      template: 'service_alert',
      params,
    })
    expect([subject, text]).toEqual([expect.stringContaining(params.what), expect.stringContaining(params.url)])
  })

  it('is not a job that failed once and succeeded before', async () => {
    for (const [ok, at] of [
      [1, NOW - minutes(12)],
      [0, NOW - minutes(2)],
    ])
      await run(`INSERT INTO job_runs (name, started_at, duration_ms, ok) VALUES ('sweep-payments', ?, 5, ?)`, at, ok)
    await lookAt(NOW)
    expect(await open()).toEqual([])
    expect(await row('SELECT ok FROM job_runs WHERE name = ?', 'send-alerts')).toEqual({ ok: 1 })
  })

  // Last, because the statistics keep these requests for an hour.
  it('is sent for requests and bookings that fail on our side', async () => {
    await answer('GET /plan/list', { all: 50, failed: 1 })
    await lookAt(NOW)
    expect(await open()).toEqual([])
    await answer('POST /lesson', { all: 10, failed: 6 })
    await lookAt(NOW)
    expect(await open()).toEqual(['api-errors', 'booking-failures'])
  })
})
