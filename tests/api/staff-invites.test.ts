/** Joining the staff by a mailed invitation (docs/rules/staff.md 12.1). */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedStaffInvite, StaffInvite } from '#contract/staff-invites'
import { Role, type Role as RoleOf } from '#domain/roles'
import {
  callApi,
  decryptedMail,
  expectOk,
  mailedCode,
  newAdmin,
  newEmail,
  newStudio,
  newSuperAdmin,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

const NOW = '2026-02-03T10:00:00Z'
const DAY = 24 * 3_600_000

let dina: Person
let mona: Person

beforeAll(async () => {
  dina = await newSuperAdmin()
  mona = await newAdmin()
})
beforeEach(async () => {
  setNow(NOW)
  for (const person of [dina, mona]) person.token = await tokenFor(person.id)
})
afterEach(() => vi.useRealTimers())

const invite = (as: Person, email: string, role: RoleOf = Role.Studio) =>
  callApi('POST', '/staff-invite', { as, body: { email, role } })

const tokenOf = async (email: string): Promise<string> => {
  const { url = '' } = await decryptedMail(email, 'staff_invite')
  expect(url).toMatch(/^https?:\/\/admin\.[^/]+\/join#[\w-]{43}$/)
  return url.slice(url.indexOf('#') + 1)
}

const accept = (token: string, more: object = {}) =>
  callApi('POST', '/staff-invite/accept', { body: { token, name: 'نهى سالم', password: 'Joined-2026!', ...more } })
const read = (token: string) => callApi('POST', '/staff-invite/read', { body: { token } })
const revoke = (as: Person, id: number) =>
  callApi('POST', `/staff-invite/${id}/revocation`, { as, headers: { 'x-reason': 'wrong%20address' } })
const stateOf = async (email: string) => {
  const { list } = await expectOk<{ list: ListedStaffInvite[] }>(
    callApi('GET', `/staff-invite/list?email=${encodeURIComponent(email)}`, { as: mona }),
  )
  return list.map(({ state }) => state)
}

describe('an invitation to the staff', () => {
  it('opens the account that it names, once, with its owner’s own name and password', async () => {
    const email = newEmail('noha')
    const made = await expectOk<StaffInvite>(invite(dina, ` ${email.toUpperCase()} `, Role.RegularAdmin))
    expect(made).toMatchObject({ email, role: Role.RegularAdmin, state: 'waiting', createdBy: dina.id })
    expect(made.expiresAt).toBe('2026-02-10T10:00:00.000Z')
    expect(await lastAuditEntry('staffInvite.create')).toMatchObject({
      actor_id: dina.id,
      target_id: made.id,
      after: { email, role: Role.RegularAdmin },
    })
    const token = await tokenOf(email)
    expect((await read(token)).body).toMatchObject({ email, role: Role.RegularAdmin })
    const joined = await expectOk<{ user: { id: number }; token: string }>(accept(token))
    expect(joined.user).toMatchObject({ email, name: 'نهى سالم', role: Role.RegularAdmin, verifiedEmail: true })
    expect(await lastAuditEntry('staffInvite.accept')).toMatchObject({
      actor_id: joined.user.id,
      target_id: made.id,
      after: { email, role: Role.RegularAdmin },
    })
    const as = { id: joined.user.id, email, token: joined.token }
    expect(await outcome(callApi('GET', '/user/list', { as }))).toBe('ok')
    expect(await outcome(callApi('POST', '/auth/password', { body: { email, password: 'Joined-2026!' } }))).toBe('ok')
    expect(await outcome(accept(token, { password: 'Again-2026!' }))).toBe('invalid-verification-code')
    expect(await outcome(read(token))).toBe('invalid-verification-code')
    expect(await stateOf(email)).toEqual(['accepted'])
    // No code to confirm an address that the link has proven.
    expect(await rows('SELECT template FROM outbox WHERE "to" = ?', email)).toEqual([{ template: 'staff_invite' }])
  })

  it('keeps neither the secret of its link nor a way to read it', async () => {
    const email = newEmail('noha')
    const made = await expectOk<StaffInvite>(invite(dina, email))
    const token = await tokenOf(email)
    const stored = await row('SELECT * FROM staff_invites WHERE id = ?', made.id)
    const mail = await row('SELECT params FROM outbox WHERE "to" = ?', email)
    const audited = await rows(`SELECT after FROM audit_entries WHERE target_kind = 'staff-invite'`)
    expect(JSON.stringify([made, stored, mail, audited])).not.toContain(token)
  })

  it('gives a tutor manager a tutor’s profile, and asks them for a name in Arabic', async () => {
    const email = newEmail('manager')
    await expectOk(invite(mona, email, Role.TutorManager))
    const token = await tokenOf(email)
    expect(await outcome(accept(token, { name: 'Noha Salem' }))).toBe('invalid-tutor-name')
    expect(await outcome(accept(token, { name: 'نهى' }))).toBe('api-invalid-user-name')
    expect(await outcome(accept(token, { password: 'password1' }))).toBe('invalid-password')
    const { user } = await expectOk<{ user: { id: number } }>(accept(token))
    expect(await row('SELECT activated FROM tutors WHERE id = ?', user.id)).toEqual({ activated: 1 })
  })

  it('cannot be used after seven days', async () => {
    const email = newEmail('late')
    const { id } = await expectOk<StaffInvite>(invite(mona, email))
    const token = await tokenOf(email)
    setNow(Date.parse(NOW) + 7 * DAY)
    mona.token = await tokenFor(mona.id)
    expect(await outcome(read(token))).toBe('expired-verification-code')
    expect(await outcome(accept(token))).toBe('expired-verification-code')
    expect(await stateOf(email)).toEqual(['expired'])
    expect(await outcome(revoke(mona, id))).toBe('illegal')
    setNow(Date.parse(NOW) + 7 * DAY - 1)
    expect(await outcome(accept(token))).toBe('ok')
  })

  it('is revoked by who may make it, and answers then as an unknown one does', async () => {
    const email = newEmail('revoked')
    const { id } = await expectOk<StaffInvite>(invite(dina, email, Role.SuperAdmin))
    const token = await tokenOf(email)
    expect(await outcome(revoke(mona, id))).toBe('forbidden')
    expect(await expectOk(revoke(dina, id))).toMatchObject({ state: 'revoked' })
    expect(await lastAuditEntry('staffInvite.revoke')).toMatchObject({ actor_id: dina.id, reason: 'wrong address' })
    expect(await outcome(revoke(dina, id))).toBe('illegal')
    expect(await outcome(revoke(dina, 999_999))).toBe('invite-not-found')
    const refused = await accept(token)
    const unknown = await accept('x'.repeat(43))
    expect(refused.code).toBe('invalid-verification-code')
    expect([refused.status, refused.body]).toEqual([
      unknown.status,
      { ...(unknown.body as object), requestId: (refused.body as { requestId?: string }).requestId },
    ])
  })

  it('replaces the one that waits for the same address, but none to a role that its maker may not assign', async () => {
    const email = newEmail('twice')
    await expectOk(invite(dina, email, Role.Studio))
    const first = await tokenOf(email)
    await expectOk(invite(mona, email, Role.TutorManager))
    const second = await tokenOf(email)
    expect(await outcome(read(first))).toBe('invalid-verification-code')
    expect((await read(second)).body).toMatchObject({ role: Role.TutorManager })
    await expectOk(invite(dina, email, Role.RegularAdmin))
    expect(await outcome(invite(mona, email, Role.Studio))).toBe('forbidden')
    expect((await read(await tokenOf(email))).body).toMatchObject({ role: Role.RegularAdmin })
    expect(await stateOf(email)).toEqual(['waiting', 'revoked', 'revoked'])
  })

  it('is to a role of staff that its maker may assign', async () => {
    const as = await newStudio()
    const outcomes = async (person: Person) =>
      Promise.all([1, 2, 3, 4, 5, 6].map((role) => outcome(invite(person, newEmail(`role${role}`), role as RoleOf))))
    expect(await outcomes(dina)).toEqual(['ok', 'ok', 'forbidden', 'forbidden', 'ok', 'ok'])
    expect(await outcomes(mona)).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden', 'ok', 'ok'])
    expect(await outcomes(as)).toEqual(Array(6).fill('forbidden'))
  })

  it('opens only its role, whatever the request adds', async () => {
    const email = newEmail('escalation')
    await expectOk(invite(mona, email, Role.Studio))
    const token = await tokenOf(email)
    const { user } = await expectOk<{ user: object }>(accept(token, { role: Role.SuperAdmin, email: newEmail('else') }))
    expect(user).toMatchObject({ email, role: Role.Studio })
  })

  it('is for an address that no account has proven, also when it is accepted', async () => {
    const [sara, studio] = [await verifiedStudent(), await newStudio()]
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', studio.id)
    for (const { email } of [sara, studio]) expect(await outcome(invite(mona, email))).toBe('user-exists')
    const email = newEmail('meanwhile')
    await expectOk(invite(mona, email))
    const student = await expectOk<{ user: { id: number } }>(
      callApi('POST', '/student/', { body: { email, password: PASSWORD } }),
    )
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', student.user.id)
    expect(await outcome(accept(await tokenOf(email)))).toBe('user-exists')
    expect(await row('SELECT role FROM users WHERE email = ?', email)).toEqual({ role: Role.Student })
  })

  it('is not stopped by who has only typed its address, before or after it: they lose the address and nothing else', async () => {
    const register = (email: string) =>
      expectOk<{ user: { id: number }; token: string }>(
        callApi('POST', '/student/', { body: { email, password: PASSWORD } }),
      )
    for (const isBefore of [true, false]) {
      const email = newEmail('typed')
      const early = isBefore ? await register(email) : null
      await expectOk(invite(mona, email))
      const { user: student, token } = early ?? (await register(email))
      const joined = await expectOk<{ user: { id: number; email: string } }>(accept(await tokenOf(email)))
      expect(joined.user).toMatchObject({ email, role: Role.Studio, verifiedEmail: true })
      const as = { id: student.id, email, token }
      const inPlace = `account-${student.id}@hessa.invalid`
      expect(await expectOk(callApi('GET', '/user/current', { as }))).toMatchObject({
        id: student.id,
        email: inPlace,
        verifiedEmail: false,
        role: Role.Student,
      })
      expect(await lastAuditEntry('staffInvite.accept')).toMatchObject({ after: { email, takenFrom: student.id } })
      // The password that the stranger chose opens nothing of the colleague's, nor does the code that was mailed before.
      const typed = callApi('POST', '/auth/password', { body: { email, password: PASSWORD } })
      expect(await outcome(typed)).toBe('wrong-password')
      const code = callApi('POST', '/confirmation-code/email/confirm', { as, body: { code: await mailedCode(email) } })
      expect(await outcome(code)).not.toBe('ok')
      const own = newEmail('own')
      const edit = callApi('PUT', `/user/${student.id}`, { as, body: { email: own, proof: { password: PASSWORD } } })
      expect(await expectOk(edit)).toMatchObject({ email: own, verifiedEmail: false })
    }
  })

  it('is listed with who made it, and found by state and address', async () => {
    const email = newEmail('listed')
    await expectOk(invite(dina, email))
    const list = async (query: string) =>
      (await expectOk<{ list: ListedStaffInvite[] }>(callApi('GET', `/staff-invite/list?${query}`, { as: mona }))).list
    const found = await list(`state=waiting&email=${encodeURIComponent(email)}`)
    expect(found).toMatchObject([{ email, creator: { id: dina.id }, acceptedBy: null }])
    expect(found[0]).not.toHaveProperty('tokenHash')
    for (const state of ['accepted', 'revoked', 'expired'])
      expect(await list(`state=${state}&email=${encodeURIComponent(email)}`)).toEqual([])
  })
})
