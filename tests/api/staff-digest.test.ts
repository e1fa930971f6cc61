import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  newStudio,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { emailContentOf } from '../../worker/messages/email-texts.ts'
import type { StaffDigestParams } from '../../worker/messages/message.ts'
import { stopToken } from '../../worker/messages/stop-token.ts'
import { dieWhen } from './crash.ts'

/** Wednesday, 9:00 in Cairo, in winter. */
const NINE = Date.parse('2026-02-11T07:00:00Z')

beforeEach(async () => {
  setNow(NINE - hours(48))
  await run('DELETE FROM outbox')
  await run('DELETE FROM staff_digests')
  await run('UPDATE intro_videos SET state = 3')
  return () => vi.useRealTimers()
})

/** An intro video of somebody that waits for this manager since then. */
async function waitsFor(manager: Person, since: number): Promise<void> {
  const tutor = await onboardedTutor()
  await run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('x', ?, ?, 1, ?, ?)`,
    ...[tutor.id, manager.id, since, since],
  )
}

const runAt = async (now: number) => {
  setNow(now)
  await triggerJob('send-digests')
}

const mailsTo = async ({ email }: Person) => {
  const found = await rows<{ params: string }>(
    `SELECT params FROM outbox WHERE template = 'staff_digest' AND "to" = ?`,
    email,
  )
  return found.map(({ params }) => JSON.parse(params) as StaffDigestParams)
}
const countTo = async (person: Person) => (await mailsTo(person)).length

describe('the daily mail to staff', () => {
  it('says at nine what is theirs and what waits too long, by kind and since when, once', async () => {
    const [mona, adel] = [await tutorManager(), await newAdmin()]
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    await waitsFor(mona, NINE - hours(48))
    await waitsFor(mona, NINE - hours(1))
    await runAt(NINE - minutes(10))
    expect(await countTo(mona)).toBe(0)
    await runAt(NINE)
    const [own] = await mailsTo(mona)
    expect(own).toEqual({
      count: '٢',
      lines: 'فيديوهات تعريفية للمراجعة: عندك ٢، أقدمها من الاثنين ٩ فبراير، ٩:٠٠ ص',
      url: 'http://admin.localhost:8787/',
      stopToken: expect.any(String),
    })
    const [others] = await mailsTo(adel)
    expect(others?.lines.split('\n')).toContain(
      'فيديوهات تعريفية للمراجعة: متأخر ١، أقدمها من الاثنين ٩ فبراير، ٩:٠٠ ص',
    )
    const content = emailContentOf({
      channel: 'email',
      to: mona.email,
      template: 'staff_digest',
      params: own as StaffDigestParams,
    })
    expect(content.subject).toBe('اللي عليك في لوحة حصّة النهاردة: ٢')
    expect(content.text).toContain('http://admin.localhost:8787/')

    await waitsFor(mona, NINE - hours(48))
    await Promise.all([runAt(NINE + minutes(10)), runAt(NINE + minutes(10))])
    expect(await countTo(mona)).toBe(1)
    await runAt(NINE + hours(24))
    expect((await mailsTo(mona)).map(({ count }) => count)).toEqual(['٢', '٣'])
  })

  it('is not sent when nothing waits, also not to whom something comes an hour later, nor after eleven', async () => {
    const [mona, studio] = [await tutorManager(), await newStudio()]
    await runAt(NINE)
    await waitsFor(mona, NINE - hours(1))
    await runAt(NINE + hours(1))
    expect([await countTo(mona), await countTo(studio)]).toEqual([0, 0])
    await runAt(NINE + hours(26))
    expect(await countTo(mona)).toBe(0)
    await runAt(NINE + hours(49))
    expect(await countTo(mona)).toBe(1)
  })

  it('is for those who have proven their address and not switched it off, for themselves', async () => {
    const [mona, other] = [await tutorManager(), await tutorManager()]
    await waitsFor(mona, NINE - hours(1))
    await waitsFor(other, NINE - hours(1))
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', other.id)
    setNow(NINE - hours(1))
    const as = Object.assign({}, mona, { token: await tokenFor(mona.id) })
    expect(await expectOk(callApi('GET', '/staff/digest', { as }))).toEqual({ isWanted: true })
    expect(await expectOk(callApi('PUT', '/staff/digest', { as, body: { isWanted: false } }))).toEqual({
      isWanted: false,
    })
    expect(await expectOk(callApi('GET', '/staff/digest', { as }))).toEqual({ isWanted: false })
    const entry = await row<{ before: string; after: string }>(
      `SELECT before, after FROM audit_entries WHERE act = 'staffDigest.change' AND actor_id = ?`,
      mona.id,
    )
    expect(entry).toEqual({ before: '{"isWanted":true}', after: '{"isWanted":false}' })
    await runAt(NINE)
    expect([await countTo(mona), await countTo(other)]).toEqual([0, 0])
    await expectOk(callApi('PUT', '/staff/digest', { as, body: { isWanted: true } }))
    await runAt(NINE + minutes(10))
    expect(await countTo(mona)).toBe(1)
    for (const person of [await verifiedStudent(), await onboardedTutor()])
      expect(await outcome(callApi('GET', '/staff/digest', { as: person }))).toBe('forbidden')
  })

  it('is stopped by the link in it, by its reader alone, without signing in', async () => {
    const [mona, other, student] = [await tutorManager(), await tutorManager(), await verifiedStudent()]
    await waitsFor(mona, NINE - hours(1))
    await waitsFor(other, NINE - hours(1))
    await runAt(NINE)
    const [token, others] = [(await mailsTo(mona))[0]?.stopToken ?? '', (await mailsTo(other))[0]?.stopToken ?? '']
    const stop = (by: string) => outcome(callApi('POST', `/staff/digest/stop/${by}`))
    const signature = token.slice(token.indexOf('.') + 1)
    for (const foreign of [
      ...[`${other.id}.${signature}`, `${mona.id}.`, `${mona.id}`, `.${signature}`, `0${mona.id}.${signature}`],
      ...(await Promise.all([student.id, 999_999].map((id) => stopToken(bindings, 'staff-digest-stop', id)))),
    ])
      expect(await stop(foreign), foreign).toBe('invalid-verification-code')
    // A mail program posts a form.
    const oneClick = callApi('POST', `/staff/digest/stop/${token}`, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await outcome(oneClick)).toBe('ok')
    expect(await stop(token)).toBe('ok')
    expect(await rows(`SELECT actor_id FROM audit_entries WHERE act = 'staffDigest.stop'`)).toEqual([
      { actor_id: mona.id },
    ])
    await runAt(NINE + hours(24))
    expect([await countTo(mona), await countTo(other)]).toEqual([1, 2])
    expect(others).not.toBe(token)
  })

  it('comes at nine in summer, and on the days on which the clocks change', async () => {
    const mona = await tutorManager()
    await waitsFor(mona, NINE - hours(1))
    let sent = 0
    for (const nine of [
      '2026-04-23T07:00:00Z',
      '2026-04-24T06:00:00Z',
      '2026-07-11T06:00:00Z',
      '2026-10-29T06:00:00Z',
      '2026-10-30T07:00:00Z',
    ]) {
      await runAt(Date.parse(nine) - 1)
      expect(await countTo(mona), nine).toBe(sent)
      await runAt(Date.parse(nine))
      sent++
      expect(await countTo(mona), nine).toBe(sent)
    }
  })

  it('is sent exactly once to each, wherever a run is cut off', async () => {
    const [mona, other, third] = [await tutorManager(), await tutorManager(), await tutorManager()]
    await waitsFor(mona, NINE - hours(1))
    await waitsFor(other, NINE - hours(1))
    await waitsFor(third, NINE - hours(1))
    let day = 0
    let isCut = true
    for (let batches = 0; isCut; batches++, day++) {
      const now = NINE + day * hours(24)
      let left = batches
      setNow(now)
      isCut = await dieWhen(
        () => left-- <= 0,
        () => triggerJob('send-digests'),
      ).then(
        () => false,
        () => true,
      )
      await runAt(now + minutes(10))
      await runAt(now + minutes(20))
      const sent = [await countTo(mona), await countTo(other), await countTo(third)]
      expect(sent, `cut off after ${batches}`).toEqual([day + 1, day + 1, day + 1])
    }
    // A run has at least a batch of reading and one of writing for each.
    expect(day).toBeGreaterThan(6)
  })
})
