/** How an account is entered, and what staff do about invites and messages, where two requests decide at once. */
import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  bindings,
  callApi,
  decryptedMail,
  expectOk,
  mailedCode,
  newAdmin,
  newEmail,
  newStudent,
  newSuperAdmin,
  outcome,
  PASSWORD,
  type Person,
  readAnswer,
  row,
  rows,
  run,
  verifiedStudent,
} from '#tests/people'
import { app as worker } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import { app, logIn, openGoogle, type SignedIn, signInAtGoogle, storage, tokens } from './google-fixtures.ts'
import { iso } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import { race } from './race.ts'
import { addPasskey, authenticator, codeAt, creationChallenge, enrolApp } from './second-factor-fixtures.ts'

openGoogle()

let mona: Person
let adel: Person
beforeAll(async () => {
  mona = await newAdmin()
  adel = await newAdmin()
})

const proof = { password: PASSWORD }
const changePassword = (as: Person) =>
  callApi('PUT', `/user/${as.id}`, { as, body: { password: { current: PASSWORD, new: 'Changed-2026!' } } })

describe('Google accounts', () => {
  const link = async (as: Person, email: string) =>
    callApi('POST', '/user/current/identities', {
      as,
      body: { ...(await signInAtGoogle(email, { redirectUri: `${app}/google` })), proof },
    })
  const unlink = (as: Person) => callApi('DELETE', '/user/current/identities/google', { as, body: { proof } })
  const identitiesOf = ({ id }: Person) => rows('SELECT subject FROM identities WHERE user_id = ?', id)

  it('open an account to one of two that sign in with its address at the same moment', async () => {
    const sara = await newStudent()
    const email = newEmail('sara').replace('outlook.com', 'gmail.com')
    await run('UPDATE users SET email = ?, verified_email = 1, password_hash = NULL WHERE id = ?', email, sara.id)
    const first = await tokens(email)
    storage.delete(`person:${email}`)
    const second = await tokens(email)
    let linked: unknown
    const late = await race({
      write: 'auth/google:isTaken',
      refusedBy: 'google-account-changed',
      slow: () => logIn(second.id_token),
      fast: async () => {
        await expectOk(logIn(first.id_token))
        linked = await identitiesOf(sara)
      },
    })
    expect(late).toMatchObject({ status: 409, code: 'link-required' })
    expect(linked).toHaveLength(1)
    expect(await identitiesOf(sara)).toEqual(linked)
  })

  it('that register at the same moment: the second is signed in to the account of the first', async () => {
    const email = newEmail('gmail')
    const [first, second] = [await tokens(email), await tokens(email)]
    const registered: SignedIn[] = []
    const late = await race({
      write: 'auth/google:isTaken',
      refusedBy: 'users.email',
      statement: /^insert into "users"/i,
      slow: () => expectOk<SignedIn>(logIn(second.id_token, { role: 4 })),
      fast: async () => {
        registered.push(await expectOk<SignedIn>(logIn(first.id_token, { role: 4 })))
      },
    })
    expect(registered.map(({ user }) => user.id)).toEqual([late.user.id])
  })

  it('are not linked by a password that was changed first', async () => {
    const sara = await verifiedStudent()
    const email = newEmail('gmail')
    const answer = await race({
      write: 'auth/identities:refuseChanged',
      refusedBy: 'linking-account-changed',
      slow: () => outcome(link(sara, email)),
      fast: () => expectOk(changePassword(sara)),
    })
    expect(answer).toBe('illegal')
    expect(await identitiesOf(sara)).toEqual([])
  })

  it('are not linked to two accounts', async () => {
    const [sara, nour, email] = [await verifiedStudent(), await verifiedStudent(), newEmail('gmail')]
    const answer = await race({
      write: 'auth/identities:refuseChanged',
      refusedBy: 'identities.provider, identities.subject',
      slow: () => outcome(link(sara, email)),
      fast: () => expectOk(link(nour, email)),
    })
    expect(answer).toBe('identity-taken')
    expect(await identitiesOf(sara)).toEqual([])
  })

  it('are not unlinked by a password that was changed first', async () => {
    const sara = await verifiedStudent()
    await expectOk(link(sara, newEmail('gmail')))
    const answer = await race({
      write: 'auth/identities:unlink',
      refusedBy: 'unlinking-account-changed',
      slow: () => outcome(unlink(sara)),
      fast: () => expectOk(changePassword(sara)),
    })
    expect(answer).toBe('illegal')
    expect(await identitiesOf(sara)).toHaveLength(1)
  })
})

describe('an address that waits for its proof', () => {
  const edit = (as: Person, email: string) => callApi('PUT', `/user/${as.id}`, { as, body: { email, proof } })
  const confirm = (as: Person, code: number) =>
    callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } })
  const emailOf = ({ id }: Person) =>
    row<{ email: string; pending: string | null }>('SELECT email, pending_email AS pending FROM users WHERE id = ?', id)

  it('is not proven by the code of another, even where both codes are the same number', async () => {
    const [sara, typo, meant] = [await verifiedStudent(), newEmail('typo'), newEmail('meant')]
    await expectOk(edit(sara, typo))
    const code = await mailedCode(typo)
    const answer = await race({
      write: 'auth/confirm-email:refuseTakenOrUsed',
      refusedBy: 'pending-email-replaced',
      slow: () => outcome(confirm(sara, code)),
      fast: async () => {
        await expectOk(edit(sara, meant))
        await run('UPDATE confirmation_codes SET code = ? WHERE user_id = ?', code, sara.id)
      },
    })
    expect(answer).toBe('invalid-verification-code')
    expect(await emailOf(sara)).toEqual({ email: sara.email, pending: meant })
  })

  it('is not given to a second account', async () => {
    const [sara, nour, email] = [await verifiedStudent(), await verifiedStudent(), newEmail('both')]
    await expectOk(edit(sara, email))
    const saras = await mailedCode(email)
    await expectOk(edit(nour, email))
    const nours = await mailedCode(email)
    const answer = await race({
      write: 'auth/confirm-email:refuseTakenOrUsed',
      refusedBy: 'users.email',
      slow: () => outcome(confirm(sara, saras)),
      fast: () => expectOk(confirm(nour, nours)),
    })
    expect(answer).toBe('user-exists')
    expect([await emailOf(sara), await emailOf(nour)]).toEqual([
      { email: sara.email, pending: email },
      { email, pending: null },
    ])
  })

  it('is put back by its link once', async () => {
    const [sara, email] = [await verifiedStudent(), newEmail('thief')]
    await expectOk(edit(sara, email))
    await expectOk(confirm(sara, await mailedCode(email)))
    const { url = '' } = await decryptedMail(sara.email, 'email_changed')
    const token = url.slice(url.indexOf('#') + 1)
    const undo = (password: string) => callApi('POST', '/confirmation-code/email/undo', { body: { token, password } })
    const answer = await race({
      write: 'auth/undo-email-change:refuseUsed',
      refusedBy: 'previous-email-used',
      slow: () => outcome(undo('Second-2026!')),
      fast: () => expectOk(undo('First-2026!')),
    })
    expect(answer).toBe('invalid-verification-code')
    const signIn = (password: string) =>
      outcome(callApi('POST', '/auth/password', { body: { email: sara.email, password } }))
    expect([await signIn('First-2026!'), await signIn('Second-2026!')]).toEqual(['ok', 'wrong-password'])
  })
})

describe('second factors', () => {
  it('are confirmed once: the recovery codes that were shown stay', async () => {
    const dina = await newAdmin()
    const { secret } = await expectOk<{ secret: string }>(
      callApi('POST', '/second-factor/totp', { as: dina, body: proof }),
    )
    const confirm = () =>
      callApi('POST', '/second-factor/totp/confirmation', { as: dina, body: { code: codeAt(secret) } })
    const codes = () => rows('SELECT * FROM recovery_codes WHERE user_id = ?', dina.id)
    let shown: unknown
    const answer = await race({
      write: 'auth/factor-enrolment:enrol',
      refusedBy: 'second-factor-changed',
      slow: () => outcome(confirm()),
      fast: async () => {
        await expectOk(confirm())
        shown = await codes()
      },
    })
    expect(answer).toBe('illegal')
    expect(shown).not.toEqual([])
    expect(await codes()).toEqual(shown)
  })

  it('are not both the first: recovery codes are shown once, and the sessions of the first go on', async () => {
    const dina = await newAdmin()
    const { secret } = await expectOk<{ secret: string }>(
      callApi('POST', '/second-factor/totp', { as: dina, body: proof }),
    )
    const credential = await (await authenticator()).create(await creationChallenge(dina))
    const codes = () => rows('SELECT * FROM recovery_codes WHERE user_id = ?', dina.id)
    let shown: unknown
    const answer = await race({
      write: 'auth/factor-enrolment:enrol',
      refusedBy: 'first-second-factor',
      slow: () => outcome(addPasskey(dina, credential)),
      fast: async () => {
        const body = { code: codeAt(secret) }
        await expectOk(callApi('POST', '/second-factor/totp/confirmation', { as: dina, body }))
        shown = await codes()
      },
    })
    expect(answer).toBe('illegal')
    expect(await codes()).toEqual(shown)
    expect(await rows('SELECT 1 FROM passkeys WHERE user_id = ?', dina.id)).toEqual([])
  })

  it('are ten passkeys at most', async () => {
    const dina = await enrolApp(await newAdmin())
    await run(
      `WITH RECURSIVE own (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM own WHERE n < 9)
       INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       SELECT ?, hex(randomblob(15)), 'x', 0, '[]', 0, 'لابتوب', 1 FROM own`,
      dina.id,
    )
    const newCredential = async () => (await authenticator()).create(await creationChallenge(dina))
    const [first, second] = [await newCredential(), await newCredential()]
    const answer = await race({
      write: 'auth/factor-enrolment:enrol',
      refusedBy: 'passkeys-full',
      slow: () => outcome(addPasskey(dina, first)),
      fast: () => expectOk(addPasskey(dina, second)),
    })
    expect(answer).toBe('illegal')
    expect(await rows('SELECT 1 FROM passkeys WHERE user_id = ?', dina.id)).toHaveLength(10)
  })

  it('of an admin are not both removed where one is required', async () => {
    const dina = await enrolApp(await newAdmin())
    await expectOk(addPasskey(dina, await (await authenticator()).create(await creationChallenge(dina))))
    const passkey = await row<{ id: number }>('SELECT id FROM passkeys WHERE user_id = ?', dina.id)
    const required = { ...bindings, SECOND_FACTOR_REQUIRED: 'yes' } as Env
    const remove = async (factor: string): Promise<Answer> => {
      const request = new Request(`http://localhost/api/v1/second-factor/${factor}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${dina.token}` },
        body: JSON.stringify(proof),
      })
      return readAnswer(await worker.fetch(request, required, createExecutionContext()))
    }
    const answer = await race({
      write: 'auth/manage-factors:remove',
      refusedBy: 'last-second-factor',
      slow: () => outcome(remove('totp')),
      fast: () => expectOk(remove(`passkeys/${passkey?.id}`)),
    })
    expect(answer).toBe('illegal')
    expect(await rows('SELECT 1 FROM totp_secrets WHERE user_id = ?', dina.id)).toHaveLength(1)
  })
})

describe('two admins at once', () => {
  it('invite an address to one plan', async () => {
    const [email, first, second] = [newEmail(), await newPlan(), await newPlan()]
    const invite = (as: Person, planId: number) =>
      callApi('POST', '/invite', { as, body: { email, planId, expiresAt: iso(Date.now() + 3_600_000) } })
    const answer = await race({
      write: 'plans/invite-store:refuseDuplicate',
      statement: /insert into "invites"/i,
      refusedBy: 'invites.email',
      slow: () => outcome(invite(mona, first)),
      fast: () => expectOk(invite(adel, second)),
    })
    expect(answer).toBe('illegal')
    expect(await rows('SELECT plan_id AS plan FROM invites WHERE email = ?', email)).toEqual([{ plan: second }])
  })

  it('invite an address to the staff: the second finds the first’s, which only a super admin may replace', async () => {
    const [email, dina] = [newEmail(), await newSuperAdmin()]
    const invite = (as: Person, role: number) => callApi('POST', '/staff-invite', { as, body: { email, role } })
    const roles = () => rows('SELECT role FROM staff_invites WHERE email = ? AND revoked_at IS NULL', email)
    const answer = await race({
      write: 'users/staff-invites:refuseOther',
      statement: /insert into "staff_invites"/i,
      refusedBy: 'staff_invites.email',
      slow: () => outcome(invite(mona, 6)),
      fast: () => expectOk(invite(dina, 2)),
    })
    expect(answer).toBe('forbidden')
    expect(await roles()).toEqual([{ role: 2 }])
  })

  it('revoke an invitation to the staff once', async () => {
    const { id } = await expectOk<{ id: number }>(
      callApi('POST', '/staff-invite', { as: mona, body: { email: newEmail(), role: 6 } }),
    )
    const revoke = (as: Person) => callApi('POST', `/staff-invite/${id}/revocation`, { as })
    const answer = await race({
      write: 'users/staff-invites:refuseEnded',
      statement: /update "staff_invites"/i,
      refusedBy: 'invalid-verification-code',
      slow: () => outcome(revoke(mona)),
      fast: () => expectOk(revoke(adel)),
    })
    expect(answer).toBe('illegal')
    expect(await row('SELECT revoked_by AS "by" FROM staff_invites WHERE id = ?', id)).toEqual({ by: adel.id })
  })

  it('take an invitation back while it is accepted: its link opens nothing', async () => {
    const email = newEmail()
    const { id } = await expectOk<{ id: number }>(
      callApi('POST', '/staff-invite', { as: mona, body: { email, role: 6 } }),
    )
    const { url = '' } = await decryptedMail(email, 'staff_invite')
    const body = { token: url.slice(url.indexOf('#') + 1), name: 'نهى سالم', password: PASSWORD }
    const answer = await race({
      write: 'users/store:openAccount',
      refusedBy: 'invalid-verification-code',
      slow: () => outcome(callApi('POST', '/staff-invite/accept', { body })),
      fast: () => expectOk(callApi('POST', `/staff-invite/${id}/revocation`, { as: adel })),
    })
    expect(answer).toBe('invalid-verification-code')
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toEqual([])
  })

  it('join with an address whose typist proves it meanwhile: it is kept', async () => {
    const email = newEmail()
    await expectOk(callApi('POST', '/staff-invite', { as: mona, body: { email, role: 6 } }))
    const { url = '' } = await decryptedMail(email, 'staff_invite')
    const student = await expectOk<{ user: { id: number }; token: string }>(
      callApi('POST', '/student/', { body: { email, password: PASSWORD } }),
    )
    const as = { id: student.user.id, email, token: student.token }
    const code = await mailedCode(email)
    const body = { token: url.slice(url.indexOf('#') + 1), name: 'نهى سالم', password: 'Joined-2026!' }
    const answer = await race({
      write: 'users/store:openAccount',
      refusedBy: 'users.email',
      slow: () => outcome(callApi('POST', '/staff-invite/accept', { body })),
      fast: () => expectOk(callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } })),
    })
    expect(answer).toBe('user-exists')
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toEqual([{ id: student.user.id }])
  })

  it('add a short link of one name', async () => {
    const name = `wa-${crypto.randomUUID().slice(0, 8)}`
    const add = (as: Person, number: number) =>
      callApi('POST', '/link', { as, body: { name, url: `https://wa.me/${number}` } })
    const answer = await race({
      write: 'settings/links:refuseTaken',
      statement: /insert into "links"/i,
      refusedBy: 'links.name',
      slow: () => outcome(add(mona, 1)),
      fast: () => expectOk(add(adel, 2)),
    })
    expect(answer).toBe('illegal')
    expect(await rows('SELECT url FROM links WHERE name = ?', name)).toEqual([{ url: 'https://wa.me/2' }])
  })

  it('decide about a parked message once, and about the others all the same', async () => {
    const park = async () =>
      (
        await row<{ id: number }>(
          `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, created_at)
           VALUES ('whatsapp', 'lesson_canceled', '01012345678', '{}', 'parked', 6, 1, 1) RETURNING id`,
        )
      )?.id ?? 0
    const [first, second] = [await park(), await park()]
    const discard = (as: Person, ...ids: number[]) => {
      const headers = { 'x-reason': encodeURIComponent('رقم قديم') }
      return expectOk(callApi('POST', '/message/discard', { as, body: { ids }, headers }))
    }
    const answer = await race({
      write: 'messages/undelivered:write',
      refusedBy: 'parked-messages-changed',
      slow: () => discard(mona, first, second),
      fast: () => discard(adel, first),
    })
    expect(answer).toEqual({ count: 1 })
    const entries = await rows(
      `SELECT target_id AS id, actor_id AS actor FROM audit_entries WHERE act = 'message.discard' AND target_id IN (?, ?)
       ORDER BY id`,
      first,
      second,
    )
    expect(entries).toEqual([
      { id: first, actor: adel.id },
      { id: second, actor: mona.id },
    ])
  })
})
