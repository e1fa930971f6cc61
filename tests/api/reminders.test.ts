import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { schedule } from '#contract/jobs'
import {
  bindings,
  callApi,
  expectOk,
  onboardedTutor,
  openSlot,
  row,
  rows,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import worker from '../../worker/index.ts'
import { formatMessageTime } from '../../worker/messages/times.ts'

const START = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000
const { DB } = env as unknown as { DB: D1Database }

const runReminders = () => worker.scheduled({ cron: schedule['send-reminders'] } as ScheduledController, env as never)
const sentReminders = async () => {
  const { results } = await DB.prepare(
    "SELECT dedupe_key AS name FROM outbox WHERE template = 'lesson_reminder' ORDER BY id",
  ).all<{ name: string }>()
  return results.map((row) => row.name.split(':')[2])
}
/** What the last run says of itself: each meeting once, although two people are reminded of it. */
async function lastOutcome(): Promise<unknown> {
  const query = "SELECT outcome FROM job_runs WHERE name = 'send-reminders' ORDER BY id DESC LIMIT 1"
  return JSON.parse((await row<{ outcome: string }>(query))?.outcome ?? '{}')
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the reminders of a lesson', () => {
  it('are sent to both members a day and an hour before, once each, and not after a cancellation', async () => {
    setNow(START)
    const tutor = await onboardedTutor()
    const sara = await verifiedStudent()
    await run("UPDATE users SET notification_method = 1, phone = '01099999999' WHERE id = ?", sara.id)
    await run('UPDATE users SET notification_method = 1 WHERE id = ?', tutor.id)
    const slot = await openSlot(tutor, START + 48 * HOUR, 4)
    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 15 }
    const lesson = await expectOk<{ id: number }>(callApi('POST', '/lesson/', { as: sara, body }))

    setNow(START + 24 * HOUR - 1)
    await runReminders()
    expect(await sentReminders()).toEqual([])
    setNow(START + 24 * HOUR)
    await runReminders()
    expect(await lastOutcome()).toEqual({ lessons: 1, meetings: 0, plans: 0 })
    await runReminders()
    expect(await sentReminders()).toEqual(['day', 'day'])
    const [first] = await rows<{ params: string }>("SELECT params FROM outbox WHERE template = 'lesson_reminder'")
    expect(JSON.parse(first?.params ?? '{}')).toEqual({
      time: expect.stringMatching(/[٠-٩]/),
      url: `${bindings.WEB_ORIGINS.split(',')[0]}/lesson/${lesson.id}`,
    })

    const newStart = new Date(START + 50 * HOUR).toISOString()
    setNow(START + 25 * HOUR)
    await expectOk(
      callApi('PATCH', '/lesson', {
        as: sara,
        body: { lessonId: lesson.id, slotId: slot.id, start: newStart, duration: 15 },
      }),
    )
    setNow(START + 49 * HOUR)
    await runReminders()
    await runReminders()
    expect(await sentReminders()).toEqual(['day', 'day', 'hour', 'hour'])

    await expectOk(callApi('DELETE', `/lesson/${lesson.id}`, { as: sara }))
    await expectOk(callApi('POST', '/lesson/', { as: sara, body: { ...body, start: newStart } }))
    await runReminders()
    expect(await sentReminders()).toEqual(['day', 'day', 'hour', 'hour'])
  })

  it('are sent before interviews and demo sessions too, while these are pending', async () => {
    setNow(START)
    const [omar, mona] = [await onboardedTutor(), await tutorManager()]
    for (const { id } of [omar, mona]) await run('UPDATE users SET notification_method = 1 WHERE id = ?', id)
    await run(
      `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('v', ?, ?, 3, 1, 1)`,
      omar.id,
      mona.id,
    )
    const slot = await openSlot(mona, START + 48 * HOUR, 4, 1)
    const bookAt = (path: string, hour: number) =>
      expectOk(
        callApi('POST', path, {
          as: omar,
          body: { slotId: slot.id, start: new Date(START + hour * HOUR).toISOString() },
        }),
      )
    await bookAt('/interview', 48)
    await bookAt('/demo-session', 50)
    const templates = async () => {
      const { results } = await DB.prepare(
        "SELECT template FROM outbox WHERE template IN ('interview_reminder', 'demo_session_reminder') ORDER BY id",
      ).all<{ template: string }>()
      return results.map(({ template }) => template)
    }
    setNow(START + 24 * HOUR)
    await runReminders()
    expect(await lastOutcome()).toEqual({ lessons: 0, meetings: 1, plans: 0 })
    await runReminders()
    expect(await templates()).toEqual(['interview_reminder', 'interview_reminder'])
    await run('UPDATE interviews SET status = 5 WHERE interviewee_id = ?', omar.id)
    await run('UPDATE demo_sessions SET status = 5 WHERE tutor_id = ?', omar.id)
    setNow(START + 26 * HOUR)
    await runReminders()
    expect(await templates()).toHaveLength(2)
    await run('UPDATE demo_sessions SET status = 1 WHERE tutor_id = ?', omar.id)
    setNow(START + 49 * HOUR)
    await runReminders()
    expect((await templates()).slice(2)).toEqual(['demo_session_reminder', 'demo_session_reminder'])
  })

  it('name which of the two hours is meant when the clock is set back', () => {
    const first = Date.parse('2027-10-28T20:30:00Z')
    expect([-HOUR, 0, HOUR, 2 * HOUR].map((later) => formatMessageTime(first + later))).toEqual([
      'الخميس ٢٨ أكتوبر، ١٠:٣٠ م',
      'الخميس ٢٨ أكتوبر، ١١:٣٠ م (أول مرة)',
      'الخميس ٢٨ أكتوبر، ١١:٣٠ م (تاني مرة)',
      'الجمعة ٢٩ أكتوبر، ١٢:٣٠ ص',
    ])
  })
})
