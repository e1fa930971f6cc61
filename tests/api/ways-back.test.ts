/**
 * Each way of taking an account back, with each thing that gives access to it: what ends and what outlives it is as
 * docs/rules/accounts.md 9.4 says, whose table `domain/auth/ways-back.test.ts` compares with the list that is tried here.
 */
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import {
  type AccessKind,
  accessKinds,
  type Fate,
  kindsOfSessions,
  type WayBack,
  waysBack,
} from '#domain/auth/ways-back'
import { Role } from '#domain/roles'
import {
  bindings,
  callApi,
  decryptedMail,
  expectOk,
  fetchWorker,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  textedCode,
  tokenFor,
  triggerJob,
  tutorManager,
} from '#tests/people'
import { LOCAL_VAPID_PUBLIC_KEY } from '../../dev/local-keys.ts'
import { previousEmailHash } from '../../worker/auth/previous-email-store.ts'
import { sha256 } from '../../worker/http/sha256.ts'
import { findLiving } from '../../worker/messages/push-store.ts'
import { openUserSocket } from '../party/socket.ts'
import { logIn as logInWithGoogle, openGoogle, tokens } from './google-fixtures.ts'
import { enrolApp, typePassword } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
const NEW_PASSWORD = 'Owners2026!'
const THIEFS_NETWORK = '10.66.0.1'
const proof = { password: PASSWORD }

openGoogle()
beforeEach(() => {
  setNow(NOW)
})

/** A plan of theirs that runs, paid by an order. */
async function livingPlanOf({ id }: Person): Promise<number> {
  const [now, end] = [Date.now(), Date.now() + 28 * 24 * 60 * MINUTE]
  const plan = await row<{ id: number }>(
    `INSERT INTO plans (weekly_minutes, base_monthly_price, active, created_at, updated_at) VALUES (60, 1, 1, 1, 1) RETURNING id`,
  )
  const order = await row<{ id: number }>(
    `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, provider, paid_at, created_at, updated_at)
     VALUES (?, ?, 0, 1, 1, 0, 'fawry', ?, ?, ?) RETURNING id`,
    id,
    plan?.id,
    now,
    now,
    now,
  )
  const bought = await row<{ id: number }>(
    `INSERT INTO subscriptions (user_id, plan_id, tx_id, period, weekly_minutes, start, "end", created_at, updated_at)
     VALUES (?, ?, ?, 0, 60, ?, ?, ?, 1) RETURNING id`,
    id,
    plan?.id,
    order?.id,
    now,
    end,
    now,
  )
  return bought?.id ?? 0
}

type Kind = AccessKind | (typeof kindsOfSessions)[number]
const kinds: readonly Kind[] = [...accessKinds, ...kindsOfSessions]
const isOfSession = (kind: Kind): kind is (typeof kindsOfSessions)[number] =>
  (kindsOfSessions as readonly Kind[]).includes(kind)
const fateOf = (way: WayBack, kind: Kind): Fate => waysBack[way][isOfSession(kind) ? 'sessions' : kind]

const edit = (as: Person, id: number, body: object) => expectOk(callApi('PUT', `/user/${id}`, { as, body }))
const confirmEmail = (as: Person, code: number) =>
  callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } })
/** Each from a network of its own, by which wrong codes are counted. */
const resetPassword = (code: string) =>
  callApi('POST', '/confirmation-code/password/confirm', {
    body: { code, password: NEW_PASSWORD },
    headers: { 'cf-connecting-ip': crypto.randomUUID() },
  })
const undo = (token: string) =>
  callApi('POST', '/confirmation-code/email/undo', { body: { token, password: NEW_PASSWORD } })

/** The account in a session of now, as its owner's next sign-in opens it. */
const signedInAgain = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id, true) })
const isSignedIn = async (as: Person) => (await outcome(callApi('GET', '/user/current', { as }))) === 'ok'
const emailOf = async ({ id }: Person) =>
  (await row<{ email: string }>('SELECT email FROM users WHERE id = ?', id))?.email ?? ''
const isConfirmed = async ({ id }: Person) =>
  (await row<{ verified_email: number }>('SELECT verified_email FROM users WHERE id = ?', id))?.verified_email === 1

const newPhone = (): string => `010${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** What a stranger left in the account. It says afterwards whether they still have it, as `isLeft` says that they should. */
type Left = (isLeft: boolean) => Promise<boolean>

const leave: Record<Kind, (person: Person) => Promise<Left>> = {
  sessions: async (person) => {
    const other = await signedInAgain(person)
    return () => isSignedIn(other)
  },
  sockets: async (person) => {
    const tab = await openUserSocket(await signedInAgain(person))
    // It is closed after the answer to what has ended its session.
    return async (isLeft) => (isLeft ? (await tab.send('ping')) !== '' : (await tab.waitForClose()) !== 4401)
  },
  views: async (person) => {
    const body = { userId: person.id, reason: 'بيقول إن الدقايق ناقصة' }
    const begun = callApi('POST', '/auth/view-as', { as: await newSuperAdmin(), body })
    const { token } = await expectOk<{ token: string }>(begun)
    return () => isSignedIn({ ...person, token })
  },
  push: async (person) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
    const body = { endpoint, p256dh: LOCAL_VAPID_PUBLIC_KEY, auth: Buffer.alloc(16).toString('base64url') }
    await expectOk(callApi('PUT', '/push/subscription', { as: await signedInAgain(person), body }))
    const saved = await row<{ id: number }>('SELECT id FROM push_subscriptions WHERE endpoint = ?', endpoint)
    // What the sender asks before it sends.
    return async () => (await findLiving(openDb(bindings.DB), saved?.id ?? 0, Date.now())) !== null
  },
  uploads: async (person) => {
    // Who reviews the video.
    await tutorManager()
    const other = await signedInAgain(person)
    const stored = await row<{ verified_email: number }>('SELECT verified_email FROM users WHERE id = ?', person.id)
    // An upload begins from a proven address only; a later change of the address leaves it begun.
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', person.id)
    const begun = callApi('POST', '/intro-video/upload', { as: other, body: { bytes: 1000 } })
    const { id } = await expectOk<{ id: string }>(begun)
    await run('UPDATE users SET verified_email = ? WHERE id = ?', stored?.verified_email ?? 0, person.id)
    return async () => (await outcome(callApi('GET', `/intro-video/upload/${id}`, { as: other }))) === 'ok'
  },
  calendar: async (person) => {
    const { url } = await expectOk<{ url: string }>(callApi('PUT', '/calendar-feed', { as: person, body: proof }))
    return async () => (await fetchWorker(new URL(url).pathname)).status === 200
  },
  renewal: async (person) => {
    await run(
      `INSERT INTO card_renewals (user_id, subscription_id, card_hash, card_brand, card_digits, next_step_at, created_at)
       VALUES (?, ?, 'h', 'Visa', '1111', 1, 1)`,
      person.id,
      await livingPlanOf(person),
    )
    return async () => (await row('SELECT user_id FROM card_renewals WHERE user_id = ?', person.id)) !== null
  },
  dataCopy: async (person) => {
    await expectOk(callApi('POST', '/privacy/export', { as: person, body: proof }))
    await triggerJob('make-exports')
    const { url } = await expectOk<{ url: string }>(
      callApi('POST', '/privacy/export/address', { as: person, body: proof }),
    )
    return async () => (await fetchWorker(url)).status === 200
  },
  erasure: async (person) => {
    await expectOk(callApi('POST', '/privacy/erasure', { as: await signedInAgain(person), body: proof }))
    const stopped = 'SELECT stopped_at FROM erasures WHERE user_id = ?'
    return async () => (await row<{ stopped_at: number | null }>(stopped, person.id))?.stopped_at === null
  },
  phone: async (person) => {
    const left = newPhone()
    await run('UPDATE users SET phone = ?, verified_phone = 1, verified_whatsapp = 1 WHERE id = ?', left, person.id)
    await edit(person, person.id, { notificationMethod: 1 })
    return async () => {
      const read = callApi('GET', `/user/${person.id}`, { as: await newAdmin() })
      const { phone, verifiedPhone, notificationMethod } = await expectOk<Record<string, unknown>>(read)
      return phone === left || verifiedPhone === true || notificationMethod === 1
    }
  },
  google: async (person) => {
    const email = newEmail('thief')
    const subject = decodeJwt((await tokens(email)).id_token).sub
    await run(
      "INSERT INTO identities (provider, subject, user_id, created_at) VALUES ('google', ?, ?, ?)",
      ...[subject, person.id, NOW],
    )
    return async () => {
      const { id_token } = await tokens(email)
      return (await outcome(logInWithGoogle(id_token))) !== 'user-not-found'
    }
  },
  emailCode: async (person) => {
    const email = newEmail('thief')
    await edit(person, person.id, { email, proof })
    if (!(await isConfirmed(person))) await expectOk(callApi('POST', '/confirmation-code/email/send', { as: person }))
    const code = await mailedCode(email)
    return async () => (await outcome(confirmEmail(await signedInAgain(person), code))) === 'ok'
  },
  phoneCode: async (person) => {
    await run('UPDATE users SET phone = NULL, verified_phone = 0 WHERE id = ?', person.id)
    const phone = newPhone()
    const body = { method: 'whatsapp', phone }
    await expectOk(callApi('POST', '/confirmation-code/phone/send', { as: person, body }))
    const code = await textedCode(phone)
    const verify = async () =>
      callApi('POST', '/confirmation-code/phone/verify', {
        as: await signedInAgain(person),
        body: { code, method: 'whatsapp' },
      })
    return async () => (await outcome(verify())) === 'ok'
  },
  resetCode: async (person) => {
    await expectOk(callApi('POST', `/user/${person.id}/password-reset`, { as: await newSuperAdmin() }))
    const code = await mailedResetCode(await emailOf(person))
    return async () => (await outcome(resetPassword(code))) === 'ok'
  },
  factors: async (person) => {
    // Of an account whose address was proven when it was enrolled.
    const { verified_email: isProven } = (await row<{ verified_email: number }>(
      'SELECT verified_email FROM users WHERE id = ?',
      person.id,
    )) ?? { verified_email: 0 }
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', person.id)
    await enrolApp(person)
    await run('UPDATE users SET verified_email = ? WHERE id = ?', isProven, person.id)
    return async () => {
      const read = callApi('GET', '/second-factor', { as: await signedInAgain(person) })
      return (await expectOk<{ totp: unknown }>(read)).totp !== null
    }
  },
  networks: async (person) => {
    await typePassword(person.email, PASSWORD, THIEFS_NETWORK)
    // A known network only spares the work of a challenge, once many passwords were wrong.
    const known = "SELECT 1 FROM sign_in_networks WHERE user_id = ? AND network = '10.66.0.1'"
    return async () => (await rows(known, person.id)).length > 0
  },
  undoLinks: async (person) => {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    await run(
      'INSERT INTO previous_emails (token_hash, user_id, email, changed_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      ...[await previousEmailHash(token), person.id, newEmail('thief'), Date.now(), Date.now() + 60 * MINUTE],
    )
    return async () => (await outcome(undo(token))) === 'ok'
  },
  invitations: async (person) => {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const inAWeek = Date.now() + 7 * 24 * 60 * MINUTE
    await run(
      `INSERT INTO staff_invites (email, role, token_hash, created_by, expires_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[newEmail('accomplice'), Role.TutorManager, await sha256(token), person.id, inAWeek, Date.now(), Date.now()],
    )
    return async () => (await outcome(callApi('POST', '/staff-invite/read', { body: { token } }))) === 'ok'
  },
}

type Case = {
  /** Whether the account's address has been proven. */
  isProven: boolean
  /** Happens before a stranger leaves anything. It returns what takes the account back. */
  prepare: (person: Person) => Promise<() => Promise<unknown>>
}

const staffReset = async (person: Person) => {
  const admin = await newSuperAdmin()
  return async () => {
    await expectOk(callApi('POST', `/user/${person.id}/password-reset`, { as: admin }))
    await expectOk(resetPassword(await mailedResetCode(await emailOf(person))))
  }
}

const cases: Record<WayBack, Case> = {
  'password-reset': {
    isProven: true,
    prepare: async (person) => async () => {
      await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: person.email } }))
      await expectOk(resetPassword(await mailedResetCode(person.email)))
    },
  },
  'password-change': {
    isProven: true,
    prepare: async (person) => async () =>
      edit(await signedInAgain(person), person.id, { password: { current: PASSWORD, new: NEW_PASSWORD } }),
  },
  'google-proof': {
    isProven: false,
    prepare: async (person) => async () => expectOk(logInWithGoogle((await tokens(await emailOf(person))).id_token)),
  },
  'email-undo': {
    isProven: true,
    prepare: async (person) => {
      const email = newEmail('thief')
      await edit(person, person.id, { email, proof })
      await expectOk(confirmEmail(person, await mailedCode(email)))
      const { url = '' } = await decryptedMail(person.email, 'email_changed')
      setNow(NOW + MINUTE)
      return () => expectOk(undo(url.slice(url.indexOf('#') + 1)))
    },
  },
  'sign-out-everywhere': {
    isProven: true,
    prepare: async (person) => async () =>
      expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: await signedInAgain(person) })),
  },
  'sessions-by-staff': {
    isProven: true,
    prepare: async (person) => {
      const admin = await newSuperAdmin()
      const body = { reason: 'صاحب الحساب طلب' }
      return () => expectOk(callApi('POST', `/user/${person.id}/end-sessions`, { as: admin, body }))
    },
  },
  'email-by-staff': {
    isProven: true,
    prepare: async (person) => {
      const admin = await newSuperAdmin()
      return () => edit(admin, person.id, { email: newEmail('owner') })
    },
  },
  'factor-reset': {
    isProven: true,
    prepare: async (person) => {
      const admin = await newSuperAdmin()
      const headers = { 'x-reason': encodeURIComponent('ضيّع موبايله ومعاهوش أكواد') }
      return async () => {
        const { totp } = await expectOk<{ totp: unknown }>(
          callApi('GET', '/second-factor', { as: await signedInAgain(person) }),
        )
        if (totp === null) await enrolApp(await signedInAgain(person))
        await expectOk(callApi('POST', `/user/${person.id}/second-factor-reset`, { as: admin, headers }))
      }
    },
  },
  'first-factor': {
    isProven: true,
    prepare: async (person) => async () => enrolApp(await signedInAgain(person)),
  },
  'email-proof': {
    isProven: false,
    prepare: async (person) => async () => {
      const own = await signedInAgain(person)
      await expectOk(callApi('POST', '/confirmation-code/email/send', { as: own }))
      await expectOk(confirmEmail(own, await mailedCode(await emailOf(person))))
    },
  },
  'email-change': {
    isProven: true,
    prepare: async (person) => async () => {
      const own = await signedInAgain(person)
      const email = newEmail('next')
      await edit(own, person.id, { email, proof })
      await expectOk(confirmEmail(own, await mailedCode(email)))
    },
  },
  'email-replaced': {
    isProven: false,
    prepare: async (person) => async () =>
      edit(await signedInAgain(person), person.id, { email: newEmail('next'), proof }),
  },
  deactivation: {
    isProven: true,
    prepare: async (person) => {
      const admin = await newSuperAdmin()
      return () => edit(admin, person.id, { activated: false })
    },
  },
}

/** Pairs that cannot be, each for its reason. */
const IMPOSSIBLE: Partial<Record<WayBack, Partial<Record<Kind, string>>>> = {
  'google-proof': { factors: 'the second step comes first, and nothing is done before it (3.3)' },
  'first-factor': { factors: 'there is none before the first' },
  deactivation: { invitations: 'tutors are deactivated, and invite nobody' },
}

async function outlives(kind: Kind, { isProven, prepare }: Case, isLeft: boolean): Promise<boolean> {
  // Staff are invited by admins alone.
  const person = await (kind === 'invitations' ? newAdmin() : onboardedTutor())
  await run('UPDATE users SET verified_email = ? WHERE id = ?', isProven ? 1 : 0, person.id)
  const takeBack = await prepare(person)
  const has = await leave[kind](person)
  // Each later by more than the second in which tokens are counted.
  setNow(Date.now() + MINUTE)
  await takeBack()
  setNow(Date.now() + MINUTE)
  return has(isLeft)
}

const ways = Object.keys(waysBack) as WayBack[]

describe.each(ways)('taking an account back by %s', (way) => {
  const possible = kinds.filter((kind) => !IMPOSSIBLE[way]?.[kind])

  it.each(possible)('ends or leaves %s as the rule says', async (kind) => {
    const fate = fateOf(way, kind)
    const { isProven } = cases[way]
    const isLeft = fate === 'stays' || (fate === 'unproven' && isProven)
    expect(await outlives(kind, cases[way], isLeft)).toBe(isLeft)
  })
})

describe('a password that is set by a code from staff, where nobody has proven the address', () => {
  it.each(kinds)('ends %s unless the rule says that it stays', async (kind) => {
    const isLeft = fateOf('password-reset', kind) === 'stays'
    expect(await outlives(kind, { isProven: false, prepare: staffReset }, isLeft)).toBe(isLeft)
  })
})
