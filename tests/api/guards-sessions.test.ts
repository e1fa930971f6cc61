/**
 * What outlives a session is not written by a request that was under way while the account was taken back
 * (docs/rules/accounts.md 9.5): whoever had the session would keep the rest.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { textVersions } from '#domain/users/consents'
import {
  callApi,
  expectOk,
  mailedCode,
  newAdmin,
  newEmail,
  onboardedTutor,
  openedByStaff,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  textedCode,
  tokenFor,
  verifiedStudent,
} from '#tests/people'
import { app, openGoogle, signInAtGoogle } from './google-fixtures.ts'
import { NOTHING_LEFT, race } from './race.ts'
import { addPasskey, authenticator, codeAt, creationChallenge, enrolApp } from './second-factor-fixtures.ts'

openGoogle()
beforeEach(() => {
  setNow(Date.parse('2026-02-11T10:00:00Z'))
})

const proof = { password: PASSWORD }
const inOtherSession = async (person: Person): Promise<Person> => ({
  ...person,
  token: await tokenFor(person.id, true),
})
const isSignedIn = async (as: Person) => (await outcome(callApi('GET', '/user/current', { as }))) === 'ok'
const signOutEverywhere = (as: Person) => expectOk(callApi('POST', '/auth/sign-out-everywhere', { as }))
const newPhone = (): string => `010${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const edit = (as: Person, body: object) => outcome(callApi('PUT', `/user/${as.id}`, { as, body }))
const link = async (as: Person) => {
  const code = await signInAtGoogle(newEmail('google'), { redirectUri: `${app}/google` })
  return () => outcome(callApi('POST', '/user/current/identities', { as, body: { ...code, proof } }))
}

type Case = {
  title: string
  write: string
  /** The request, which has not been sent. */
  prepare: (person: Person) => Promise<() => Promise<string>>
  /** What it would leave. */
  left: string
  who?: () => Promise<Person>
}

const cases: Case[] = [
  {
    title: 'another address of the calendar',
    write: 'lessons/calendar-address:renew',
    prepare: async (as) => () => outcome(callApi('PUT', '/calendar-feed', { as, body: proof })),
    left: 'SELECT token_hash FROM calendar_feeds WHERE user_id = ?',
  },
  {
    title: 'a copy of the data',
    write: 'privacy/export:ask',
    prepare: async (as) => () => outcome(callApi('POST', '/privacy/export', { as, body: proof })),
    left: 'SELECT id FROM data_exports WHERE ended_at IS NULL AND user_id = ?',
  },
  {
    title: 'a request to erase the account',
    write: 'privacy/erasure:askForIt',
    prepare: async (as) => () => outcome(callApi('POST', '/privacy/erasure', { as, body: proof })),
    left: 'SELECT id FROM erasures WHERE stopped_at IS NULL AND user_id = ?',
  },
  {
    title: 'an account that is not erased after all',
    write: 'privacy/erasure:takeItBack',
    prepare: async (as) => {
      await expectOk(callApi('POST', '/privacy/erasure', { as, body: proof }))
      return () => outcome(callApi('DELETE', '/privacy/erasure', { as }))
    },
    left: 'SELECT id FROM erasures WHERE stopped_at IS NOT NULL AND user_id = ?',
  },
  {
    title: 'the acceptance of texts',
    write: 'users/consents:give',
    prepare: async (as) => () => {
      const accepted = [{ text: 'terms', version: textVersions.terms }]
      return outcome(callApi('POST', '/user/current/consents', { as, body: { accepted } }))
    },
    left: 'SELECT id FROM consents WHERE user_id = ?',
    who: async () => openedByStaff(await newAdmin()),
  },
  {
    title: 'an invitation to the staff',
    write: 'users/staff-invites:create',
    prepare: async (as) => {
      const body = { email: newEmail('accomplice'), role: Role.TutorManager }
      return () => outcome(callApi('POST', '/staff-invite', { as, body }))
    },
    left: 'SELECT id FROM staff_invites WHERE accepted_at IS NULL AND revoked_at IS NULL AND created_by = ?',
    who: newAdmin,
  },
  {
    title: 'an authenticator app',
    write: 'auth/factor-enrolment:enrol',
    prepare: async (as) => {
      const begun = callApi('POST', '/second-factor/totp', { as, body: proof })
      const { secret } = await expectOk<{ secret: string }>(begun)
      const body = { code: codeAt(secret) }
      return () => outcome(callApi('POST', '/second-factor/totp/confirmation', { as, body }))
    },
    left: 'SELECT confirmed_at FROM totp_secrets WHERE confirmed_at IS NOT NULL AND user_id = ?',
  },
  {
    title: 'a passkey',
    write: 'auth/factor-enrolment:enrol',
    prepare: async (as) => {
      const credential = await (await authenticator()).create(await creationChallenge(as))
      return () => outcome(addPasskey(as, credential))
    },
    left: 'SELECT id FROM passkeys WHERE user_id = ?',
    who: newAdmin,
  },
  {
    title: 'other recovery codes',
    write: 'auth/manage-factors:renewCodes',
    prepare: async (as) => {
      const { token, secret } = await enrolApp(as)
      // Those that are in force stay with their owner.
      await run('DELETE FROM recovery_codes WHERE user_id = ?', as.id)
      setNow(Date.now() + 60_000)
      const body = { code: codeAt(secret) }
      return () => outcome(callApi('POST', '/second-factor/recovery-codes', { as: { ...as, token }, body }))
    },
    left: 'SELECT user_id FROM recovery_codes WHERE user_id = ?',
  },
  {
    title: 'an account without its second factor',
    write: 'auth/manage-factors:remove',
    prepare: async (as) => {
      const { token, secret } = await enrolApp(as)
      setNow(Date.now() + 60_000)
      const body = { code: codeAt(secret) }
      return () => outcome(callApi('DELETE', '/second-factor/totp', { as: { ...as, token }, body }))
    },
    left: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ?)',
  },
  {
    title: 'a linked Google account',
    write: 'auth/identities:link',
    prepare: link,
    left: 'SELECT subject FROM identities WHERE user_id = ?',
  },
  {
    title: 'an account without its Google account',
    write: 'auth/identities:unlink',
    prepare: async (as) => {
      expect(await (await link(as))()).toBe('ok')
      return () => outcome(callApi('DELETE', '/user/current/identities/google', { as, body: { proof } }))
    },
    left: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM identities WHERE user_id = ?)',
  },
  {
    title: 'another password',
    write: 'users/edit:edit',
    prepare: async (as) => () => edit(as, { password: { current: PASSWORD, new: 'Strangers2026!' } }),
    left: 'SELECT id FROM outbox WHERE template = \'account_changed\' AND "to" = (SELECT email FROM users WHERE id = ?)',
  },
  {
    title: 'an address that waits',
    write: 'users/edit:edit',
    prepare: async (as) => () => edit(as, { email: newEmail('thief'), proof }),
    left: 'SELECT pending_email FROM users WHERE pending_email IS NOT NULL AND id = ?',
  },
  {
    title: 'another address',
    write: 'auth/confirm-email:confirmEmail',
    prepare: async (as) => {
      const email = newEmail('thief')
      expect(await edit(as, { email, proof })).toBe('ok')
      const body = { code: await mailedCode(email) }
      return () => outcome(callApi('POST', '/confirmation-code/email/confirm', { as, body }))
    },
    left: 'SELECT token_hash FROM previous_emails WHERE user_id = ?',
  },
  {
    title: 'a phone',
    write: 'auth/send-phone-code:sendPhoneCode',
    prepare: async (as) => {
      const body = { method: 'whatsapp', phone: newPhone() }
      return () => outcome(callApi('POST', '/confirmation-code/phone/send', { as, body }))
    },
    left: 'SELECT phone FROM users WHERE phone IS NOT NULL AND id = ?',
  },
  {
    title: 'a proven phone',
    write: 'auth/verify-phone:verifyPhone',
    prepare: async (as) => {
      const phone = newPhone()
      const sent = { method: 'whatsapp', phone }
      await expectOk(callApi('POST', '/confirmation-code/phone/send', { as, body: sent }))
      const body = { code: await textedCode(phone), method: 'whatsapp' }
      return () => outcome(callApi('POST', '/confirmation-code/phone/verify', { as, body }))
    },
    left: 'SELECT id FROM users WHERE verified_phone = 1 AND id = ?',
  },
]

describe('a request of a session that ends before it writes leaves nothing:', () => {
  it.each(cases)('$title', async ({ write, prepare, left, who = verifiedStudent }) => {
    const person = await who()
    const send = await prepare(person)
    const code = await race({
      write,
      refusedBy: 'unauthenticated',
      slow: send,
      fast: async () => signOutEverywhere(await inOtherSession(person)),
    })
    expect(code).toBe('unauthenticated')
    expect(await rows(left, person.id)).toEqual([])
  })

  it('of one that was ended alone, too', async () => {
    const sara = await verifiedStudent()
    const code = await race({
      write: 'lessons/calendar-address:renew',
      refusedBy: 'unauthenticated',
      slow: () => outcome(callApi('PUT', '/calendar-feed', { as: sara, body: proof })),
      fast: () => expectOk(callApi('POST', '/auth/sign-out', { as: sara })),
    })
    expect(code).toBe('unauthenticated')
  })

  it('and of a password in the header, which has none', async () => {
    const sara = await verifiedStudent()
    const authorization = `Basic ${btoa(`${sara.email}:${PASSWORD}`)}`
    const code = await race({
      write: 'lessons/calendar-address:renew',
      refusedBy: 'unauthenticated',
      slow: () => outcome(callApi('PUT', '/calendar-feed', { headers: { authorization }, body: proof })),
      fast: () => signOutEverywhere(sara),
    })
    expect(code).toBe('unauthenticated')
    expect(await row('SELECT token_hash FROM calendar_feeds WHERE user_id = ?', sara.id)).toBeNull()
  })
})

describe('a session that was ended with all of its account', () => {
  it('is not continued by a refresh that was under way', async () => {
    const omar = await onboardedTutor()
    const token = await race({
      write: 'auth/refresh:refresh',
      statement: /^update "auth_sessions"/,
      refusedBy: NOTHING_LEFT,
      slow: () => expectOk<string>(callApi('POST', '/auth/refresh-token', { as: omar })),
      fast: async () => signOutEverywhere(await inOtherSession(omar)),
    })
    expect(await isSignedIn({ ...omar, token })).toBe(false)
    expect(await isSignedIn(omar)).toBe(false)
  })

  it('is not continued by signing out everywhere itself', async () => {
    const omar = await onboardedTutor()
    const owner = await inOtherSession(omar)
    let owners = ''
    const code = await race({
      write: 'auth/refresh:endSessions',
      statement: /^update "users"/,
      refusedBy: 'unauthenticated',
      slow: () => outcome(callApi('POST', '/auth/sign-out-everywhere', { as: omar })),
      fast: async () => {
        owners = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: owner }))
      },
    })
    expect(code).toBe('unauthenticated')
    expect(await isSignedIn(omar)).toBe(false)
    expect(await isSignedIn({ ...owner, token: owners })).toBe(true)
  })
})
