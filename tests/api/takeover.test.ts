import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  bindings,
  callApi,
  decryptedMail,
  expectOk,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newEmail,
  newStudent,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { codeAt, enrolApp, enrolPasskey, typePassword } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const DAY = 24 * 3_600_000
const proof = { password: PASSWORD }

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

type Account = { email: string; pendingEmail: string | null; verifiedEmail: boolean; phone: string | null }
type Stored = {
  email: string
  pending_email: string | null
  verified_email: number
  phone: string | null
  password_hash: string
}

const edit = (as: Person, body: object): Promise<Answer> => callApi('PUT', `/user/${as.id}`, { as, body })
const current = (as: Person) => expectOk<Account>(callApi('GET', '/user/current', { as }))
const isSignedIn = (as: Person) => outcome(callApi('GET', '/user/current', { as }))
const confirm = (as: Person, code: number) =>
  outcome(callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } }))
const undo = (token: string, password = 'Mine2026!') =>
  outcome(callApi('POST', '/confirmation-code/email/undo', { body: { token, password } }))
const logIn = async (email: string, password: string) => outcome(typePassword(email, password))
const mails = (email: string) =>
  rows<{ template: string; params: string }>('SELECT template, params FROM outbox WHERE "to" = ? ORDER BY id', email)
const stored = (id: number) => row<Stored>('SELECT * FROM users WHERE id = ?', id)

/** The token of the link that puts the address back. */
async function undoToken(email: string): Promise<string> {
  const { url = '' } = await decryptedMail(email, 'email_changed')
  expect(url).toMatch(/^https?:\/\/[^/]+\/undo-email-change#[\w-]{43}$/)
  return url.slice(url.indexOf('#') + 1)
}

/** Gives the account a Google identity, as a sign-in would. */
const link = (person: Person, subject: string) =>
  run(
    `INSERT INTO identities (provider, subject, user_id, created_at) VALUES ('google', ?, ?, ?)`,
    subject,
    person.id,
    NOW,
  )
/** As a thief brings it, whose sign-in at Google is another's. */
const googleCode = {
  code: '4/x',
  verifier: 'x'.repeat(43),
  redirectUri: `${bindings.WEB_ORIGINS.split(',')[0]}/google`,
}
const identitiesOf = (person: Person) => rows('SELECT subject FROM identities WHERE user_id = ?', person.id)

/** Changes a proven address through the API, as the owner does. */
async function changeEmail(person: Person, email: string): Promise<void> {
  await expectOk(edit(person, { email, proof }))
  expect(await confirm(person, await mailedCode(email))).toBe('ok')
}

describe('a stolen bearer token', () => {
  /** Whose token it is: of a student with a password, of a student or of an admin who signs in by Google only. */
  type Victim = Person & { kind: 'student' | 'studentByGoogle' | 'adminByGoogle' }
  /** The code that the attacker gets; a triple where it depends on whose account it is. */
  type Expected = string | Record<Victim['kind'], string>

  const byKind = (student: string, studentByGoogle: string, adminByGoogle: string): Expected => ({
    student,
    studentByGoogle,
    adminByGoogle,
  })
  const verified = byKind('phone-already-verified', 'incorrect-phone', 'incorrect-phone')
  const onlyWay = byKind('proof-required', 'only-sign-in', 'only-sign-in')

  /** Every call that changes how an account is entered, as a thief makes it who has nothing but the token, just issued. */
  const attempts = ({ id }: Victim): [string, string, object, Expected][] => [
    ['PUT', `/user/${id}`, { email: newEmail('thief') }, 'proof-required'],
    ['PUT', `/user/${id}`, { email: newEmail('thief'), proof: {} }, 'proof-required'],
    ['PUT', `/user/${id}`, { phone: '01099999999' }, 'proof-required'],
    ['PUT', `/user/${id}`, { phone: null }, 'proof-required'],
    [
      'PUT',
      `/user/${id}`,
      { password: { current: null, new: 'Thief2026!' } },
      byKind('wrong-password', 'proof-required', 'proof-required'),
    ],
    ['PUT', `/user/${id}`, { password: { current: 'Guess2026!', new: 'Thief2026!' } }, 'wrong-password'],
    ['PUT', `/user/${id}`, { email: newEmail('thief'), proof: { password: 'Guess2026!' } }, 'wrong-password'],
    ['PUT', `/user/${id}`, { email: newEmail('thief'), proof: { code: '123456' } }, 'invalid-verification-code'],
    ['PUT', `/user/${id}`, { email: newEmail('thief'), proof: { google: 'x'.repeat(43) } }, 'google-sign-in-failed'],
    ['POST', '/confirmation-code/phone/send', { method: 'whatsapp', phone: '01099999999' }, verified],
    ['POST', '/confirmation-code/email/send', {}, 'email-already-verified'],
    ['POST', '/confirmation-code/email/confirm', { code: 12_345 }, 'email-already-verified'],
    [
      'POST',
      '/confirmation-code/email/undo',
      { token: 'x'.repeat(43), password: 'Thief2026!' },
      'invalid-verification-code',
    ],
    // There is no address that waits to be confirmed.
    ['DELETE', '/user/current/pending-email', {}, 'ok'],
    ['POST', '/auth/google/proof', googleCode, 'service-unavailable'],
    ['POST', '/user/current/identities', googleCode, 'identity-exists'],
    ['DELETE', '/user/current/identities/google', {}, onlyWay],
    [
      'DELETE',
      '/user/current/identities/google',
      { proof: { password: 'Guess2026!' } },
      byKind('wrong-password', 'only-sign-in', 'only-sign-in'),
    ],
    ['POST', '/second-factor/totp', {}, 'proof-required'],
    ['POST', '/second-factor/totp/confirmation', { code: '123456' }, 'expired-verification-code'],
    ['DELETE', '/second-factor/totp', {}, 'not-found'],
    ['POST', '/second-factor/passkeys/options', {}, 'proof-required'],
    ['POST', '/second-factor/recovery-codes', {}, 'not-found'],
    ['POST', `/user/${id}/second-factor-reset`, {}, 'forbidden'],
  ]

  async function rob(victim: Victim): Promise<void> {
    const [before, identities] = [await stored(victim.id), await identitiesOf(victim)]
    for (const [method, path, body, expected] of attempts(victim)) {
      const answer = callApi(method, path, { as: victim, body, headers: { 'x-reason': 'I am the owner' } })
      const told = typeof expected === 'string' ? expected : expected[victim.kind]
      expect([method, path, body, await outcome(answer)]).toEqual([method, path, body, told])
    }
    expect(await stored(victim.id)).toEqual(before)
    expect(await identitiesOf(victim)).toEqual(identities)
    for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'previous_emails'])
      expect(await rows(`SELECT 1 FROM ${table} WHERE user_id = ?`, victim.id), table).toEqual([])
  }

  it('changes nothing of who owns a student’s account', async () => {
    const sara = await verifiedStudent()
    await run(`UPDATE users SET phone = '01012345678', verified_phone = 1 WHERE id = ?`, sara.id)
    await link(sara, `sub-${sara.id}`)
    await rob({ ...sara, kind: 'student' })
    expect(await logIn(sara.email, PASSWORD)).toBe('ok')
  })

  it('changes nothing of an account that signs in by Google only, however young the sign-in', async () => {
    const [sara, adel] = [await verifiedStudent(), await newAdmin()]
    const victims: Victim[] = [
      { ...sara, kind: 'studentByGoogle' },
      { ...adel, kind: 'adminByGoogle' },
    ]
    for (const victim of victims) {
      await run(
        `UPDATE users SET password_hash = NULL, verified_email = 1, phone = '01012345678' WHERE id = ?`,
        victim.id,
      )
      await link(victim, `sub-${victim.id}`)
      await rob({ ...victim, token: await tokenFor(victim.id) })
    }
  })

  it('links no Google account of the thief', async () => {
    const sara = await verifiedStudent()
    const linking = (proof?: object) =>
      outcome(callApi('POST', '/user/current/identities', { as: sara, body: { ...googleCode, proof } }))
    expect(await linking()).toBe('proof-required')
    expect(await linking({ password: 'Guess2026!' })).toBe('wrong-password')
    expect(await linking({ google: 'x'.repeat(43) })).toBe('google-sign-in-failed')
    expect(await identitiesOf(sara)).toEqual([])
  })

  it('does not replace even an address that nobody has proven', async () => {
    const sara = await newStudent()
    expect(await edit(sara, { email: newEmail() })).toMatchObject({
      status: 403,
      code: 'proof-required',
      body: { details: { methods: ['password'] } },
    })
    expect((await current(sara)).email).toBe(sara.email)
  })

  it('guesses the password no faster here than at the login', async () => {
    const sara = await verifiedStudent()
    const guess = () => outcome(edit(sara, { email: newEmail(), proof: { password: 'Guess2026!' } }))
    for (let attempt = 0; attempt < 10; attempt++) expect(await guess()).toBe('wrong-password')
    expect(await guess()).toBe('too-many-requests')
  })
})

describe('a proof', () => {
  it('is a code of the app, once, or a passkey too', async () => {
    const adel = await enrolApp(await newAdmin())
    setNow(NOW + 30_000)
    const code = codeAt(adel.secret)
    const phone = (number: string, given: object) => outcome(edit(adel, { phone: number, proof: given }))
    await run(`UPDATE users SET phone = '01012345678' WHERE id = ?`, adel.id)
    expect(await edit(adel, { phone: '01112345678' })).toMatchObject({
      body: { details: { methods: ['password', 'code'] } },
    })
    expect(await phone('01112345678', { code })).toBe('ok')
    expect(await phone('01212345678', { code })).toBe('invalid-verification-code')
    const dina = await newAdmin()
    await run(`UPDATE users SET phone = '01012345678' WHERE id = ?`, dina.id)
    const signed = await enrolPasskey(dina)
    const options = () =>
      expectOk<{ challenge: string }>(callApi('POST', '/second-factor/confirmation-options', { as: signed }))
    const passkey = await signed.key.sign((await options()).challenge)
    const change = () => outcome(edit(signed, { phone: '01112345678', proof: { passkey } }))
    expect(await change()).toBe('ok')
    await run(`UPDATE users SET phone = '01012345678' WHERE id = ?`, dina.id)
    expect(await change()).toBe('invalid-passkey')
  })

  it('is not asked of a first phone, of other fields, nor of staff who edit another account', async () => {
    const [sara, adel] = [await verifiedStudent(), await newAdmin()]
    await expectOk(edit(sara, { phone: '01012345678', name: 'سارة علي' }))
    await expectOk(edit(sara, { phone: '01012345678', email: sara.email, city: 2 }))
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: adel, body: { phone: '01112345678' } }))
    expect((await mails(sara.email)).map(({ params }) => params)).toEqual([JSON.stringify({ change: 'phone' })])
  })

  it('is not stored, and stays out of the audit log', async () => {
    const adel = await newAdmin()
    expect(await outcome(edit(adel, { proof }))).toBe('empty-request')
    await expectOk(edit(adel, { email: newEmail('adel'), proof }))
    const entries = await rows<{ after: string }>('SELECT after FROM audit_entries WHERE actor_id = ?', adel.id)
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toMatch(/proof|Hessa2026/)
  })

  it('tells the owner of another password and another phone', async () => {
    const sara = await verifiedStudent()
    await expectOk(edit(sara, { phone: '01012345678' }))
    const password = { current: PASSWORD, new: 'Better2026!' }
    await expectOk(edit(sara, { phone: '01112345678', password }))
    expect((await mails(sara.email)).map(({ params }) => params)).toEqual([
      JSON.stringify({ change: 'password' }),
      JSON.stringify({ change: 'phone' }),
    ])
  })
})

describe('another address', () => {
  it('waits beside the proven one, and takes its place by its code', async () => {
    const sara = await verifiedStudent()
    await link(sara, `sub-${sara.id}`)
    const email = newEmail('next')
    const changed = await expectOk<Account>(edit(sara, { email: ` ${email.toUpperCase()}`, proof }))
    expect(changed).toMatchObject({ email: sara.email, pendingEmail: email, verifiedEmail: true })
    expect(await logIn(email, PASSWORD)).toBe('wrong-password')
    const first = await mailedCode(email)
    expect((await mails(sara.email)).length).toBe(0)
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
    const code = await mailedCode(email)
    if (first !== code) expect(await confirm(sara, first)).toBe('invalid-verification-code')
    expect(await confirm(sara, code)).toBe('ok')
    expect(await current(sara)).toMatchObject({ email, pendingEmail: null, verifiedEmail: true })
    expect(await identitiesOf(sara)).toEqual([])
    expect(await logIn(sara.email, PASSWORD)).toBe('wrong-password')
    expect(await logIn(email, PASSWORD)).toBe('ok')
    const [mail] = await mails(sara.email)
    expect(mail?.template).toBe('email_changed')
    expect(mail?.params).not.toContain(email)
  })

  it('is dropped by its owner, with its code', async () => {
    const sara = await verifiedStudent()
    const email = newEmail('next')
    await expectOk(edit(sara, { email, proof }))
    const code = await mailedCode(email)
    const drop = () => callApi('DELETE', '/user/current/pending-email', { as: sara })
    await expectOk(drop())
    await expectOk(drop())
    expect(await current(sara)).toMatchObject({ email: sara.email, pendingEmail: null })
    expect(await confirm(sara, code)).toBe('email-already-verified')
  })

  it('of staff is audited while it waits, when it takes its place, when it is dropped and when it is put back', async () => {
    const adel = await newAdmin()
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    const [first, second] = [newEmail('first'), newEmail('second')]
    await changeEmail(adel, first)
    await expectOk(edit(adel, { email: second, proof }))
    await expectOk(callApi('DELETE', '/user/current/pending-email', { as: adel }))
    expect(await undo(await undoToken(adel.email))).toBe('ok')
    const entries = await rows<{ act: string; before: string; after: string }>(
      'SELECT act, before, after FROM audit_entries WHERE actor_id = ? ORDER BY id',
      adel.id,
    )
    expect(entries.map(({ act, before, after }) => [act, JSON.parse(before), JSON.parse(after)])).toEqual([
      ['user.edit', { pendingEmail: null }, { pendingEmail: first }],
      ['verification.confirmEmail', { email: adel.email }, { email: first, verifiedEmail: true }],
      ['user.edit', { pendingEmail: null }, { pendingEmail: second }],
      ['user.cancelPendingEmail', { pendingEmail: second }, { pendingEmail: null }],
      ['verification.undoEmailChange', { email: first }, { email: adel.email, password: 'changed' }],
    ])
  })

  it('that is taken is refused at once, and at the end where another was faster', async () => {
    const [sara, nour] = [await verifiedStudent(), await verifiedStudent()]
    expect(await outcome(edit(sara, { email: nour.email, proof }))).toBe('user-exists')
    const email = newEmail('both')
    await expectOk(edit(sara, { email, proof }))
    const saras = await mailedCode(email)
    await expectOk(edit(nour, { email, proof }))
    const nours = await mailedCode(email)
    const answers = await Promise.all([confirm(sara, saras), confirm(nour, nours)])
    expect(answers.sort()).toEqual(['ok', 'user-exists'])
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
  })

  it('of an account whose address nobody has proven replaces it at once', async () => {
    const sara = await newStudent()
    const email = newEmail('typo')
    expect(await expectOk(edit(sara, { email, proof }))).toMatchObject({
      email,
      pendingEmail: null,
      verifiedEmail: false,
    })
    expect(await rows('SELECT 1 FROM previous_emails WHERE user_id = ?', sara.id)).toEqual([])
  })

  it('given by staff ends sessions and identities, and the old address is told', async () => {
    const [sara, adel] = [await verifiedStudent(), await newAdmin()]
    await link(sara, `sub-${sara.id}`)
    const email = newEmail('byStaff').toLowerCase()
    await expectOk(edit(sara, { email: newEmail('next'), proof }))
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: adel, body: { email } }))
    expect(await stored(sara.id)).toMatchObject({ email, pending_email: null, verified_email: 0 })
    expect(await isSignedIn(sara)).toBe('unauthenticated')
    expect(await identitiesOf(sara)).toEqual([])
    expect((await mails(sara.email)).map(({ params }) => params)).toEqual([
      JSON.stringify({ change: 'email-by-staff' }),
    ])
  })

  it('is mailed: five times without a pause, then after growing pauses', async () => {
    const sara = await verifiedStudent()
    for (let change = 0; change < 5; change++) await expectOk(edit(sara, { email: newEmail('next'), proof }))
    expect(await outcome(edit(sara, { email: newEmail('next'), proof }))).toBe('too-many-requests')
  })
})

describe('“this was not me”', () => {
  const SECOND_FACTORS = ['totp_secrets', 'passkeys', 'recovery_codes']
  /** Those of these tables that hold something of the account. */
  async function holding(tables: string[], { id }: Person): Promise<string[]> {
    const counts = await Promise.all(tables.map((table) => rows(`SELECT 1 FROM ${table} WHERE user_id = ?`, id)))
    return tables.filter((_, index) => counts[index]?.length)
  }

  it('restores the old address with a new password, and ends all access gained since', async () => {
    const adel = await newAdmin()
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    const email = newEmail('thief')
    await changeEmail(adel, email)
    setNow(NOW + 60_000)
    const thief = await enrolApp({ ...adel, email })
    await link(adel, `thief-${adel.id}`)
    const token = await undoToken(adel.email)
    expect(
      await outcome(callApi('POST', '/confirmation-code/email/undo', { body: { token, password: 'short' } })),
    ).toBe('short-password')
    setNow(NOW + 2 * 60_000)
    expect(await undo(token)).toBe('ok')
    expect(await isSignedIn(thief)).toBe('unauthenticated')
    expect(await identitiesOf(adel)).toEqual([])
    expect(await rows('SELECT 1 FROM totp_secrets WHERE user_id = ?', adel.id)).toEqual([])
    expect(await stored(adel.id)).toMatchObject({ email: adel.email, verified_email: 1, pending_email: null })
    expect(await logIn(adel.email, 'Mine2026!')).toBe('ok')
    expect(await logIn(email, PASSWORD)).toBe('wrong-password')
    expect((await mails(email)).at(-1)?.params).toBe(JSON.stringify({ change: 'email-put-back' }))
    expect(await undo(token)).toBe('invalid-verification-code')
  })

  it('ends every other way in since: second factors, codes that wait and known networks', async () => {
    const adel = await newAdmin()
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    const email = newEmail('thief')
    await changeEmail(adel, email)
    setNow(NOW + 60_000)
    await typePassword(email, PASSWORD, '10.66.0.1')
    await expectOk(edit(adel, { email: newEmail('more'), proof }))
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email } }))
    await enrolPasskey(await enrolApp({ ...adel, email }))
    const networks = () => rows<{ network: string }>('SELECT network FROM sign_in_networks WHERE user_id = ?', adel.id)
    const [known] = await networks()
    await run("INSERT INTO calendar_feeds (user_id, token_hash, created_at) VALUES (?, 'h', ?)", adel.id, NOW)
    const ways = [...SECOND_FACTORS, 'confirmation_codes', 'password_reset_codes', 'calendar_feeds']
    expect(await holding(ways, adel)).toEqual(ways)
    expect(await undo(await undoToken(adel.email))).toBe('ok')
    expect(await holding(ways, adel)).toEqual([])
    expect(await networks()).not.toContainEqual(known)
    expect(await stored(adel.id)).toMatchObject({ email: adel.email, pending_email: null })
  })

  it('keeps second factors that are older than the change', async () => {
    const adel = await enrolApp(await newAdmin())
    await enrolPasskey(adel)
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    setNow(NOW + 60_000)
    await changeEmail(adel, newEmail('next'))
    expect(await undo(await undoToken(adel.email))).toBe('ok')
    expect(await logIn(adel.email, 'Mine2026!')).toBe('second-factor-required')
    expect(await holding(SECOND_FACTORS, adel)).toEqual(SECOND_FACTORS)
  })

  it('works once, for seven days, and not with another token', async () => {
    const sara = await verifiedStudent()
    await changeEmail(sara, newEmail('next'))
    const token = await undoToken(sara.email)
    expect(await undo('x'.repeat(43))).toBe('invalid-verification-code')
    setNow(NOW + 7 * DAY)
    expect(await undo(token)).toBe('expired-verification-code')
    setNow(NOW + 7 * DAY - 1)
    const answers = await Promise.all([undo(token), undo(token, 'Other2026!')])
    expect(answers.sort()).toEqual(['invalid-verification-code', 'ok'])
  })

  it('ends the links of later changes, not those of earlier ones', async () => {
    const sara = await verifiedStudent()
    const [second, third] = [newEmail('second'), newEmail('third')]
    await changeEmail(sara, second)
    setNow(NOW + 60_000)
    await changeEmail(sara, third)
    const [first, later] = [await undoToken(sara.email), await undoToken(second)]
    expect(await undo(first)).toBe('ok')
    expect(await undo(later)).toBe('invalid-verification-code')
  })

  it('finds its address free: nobody registers it or moves to it meanwhile', async () => {
    const [sara, nour, adel] = [await verifiedStudent(), await verifiedStudent(), await newAdmin()]
    await changeEmail(sara, newEmail('next'))
    const { email } = sara
    expect(await outcome(callApi('POST', '/student/', { body: { email, password: PASSWORD } }))).toBe('user-exists')
    expect(await outcome(edit(nour, { email, proof }))).toBe('user-exists')
    expect(await outcome(callApi('PUT', `/user/${nour.id}`, { as: adel, body: { email } }))).toBe('user-exists')
    setNow(NOW + 8 * DAY)
    await triggerJob('clear-expired')
    expect(await outcome(callApi('POST', '/student/', { body: { email, password: PASSWORD } }))).toBe('ok')
  })

  it('is over once staff have given the account an address', async () => {
    const [sara, adel] = [await verifiedStudent(), await newAdmin()]
    await changeEmail(sara, newEmail('next'))
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: adel, body: { email: newEmail('byStaff') } }))
    expect(await undo(await undoToken(sara.email))).toBe('invalid-verification-code')
  })
})

describe('a code for a new password', () => {
  const ask = (email: string) => outcome(callApi('POST', '/confirmation-code/password/send', { body: { email } }))
  const resets = async (email: string) => (await mails(email)).filter(({ template }) => template === 'forget_password')

  it('is mailed to proven addresses only; others are answered alike', async () => {
    const [sara, nour] = [await newStudent(), await verifiedStudent()]
    const waiting = newEmail('next')
    await expectOk(edit(nour, { email: waiting, proof }))
    for (const email of [sara.email, nour.email, waiting, newEmail('nobody')]) expect(await ask(email)).toBe('ok')
    for (const email of [sara.email, waiting]) expect(await resets(email)).toEqual([])
    expect(await resets(nour.email)).toHaveLength(1)
  })

  it('is mailed to another one at the request of staff', async () => {
    const [sara, adel] = [await newStudent(), await newAdmin()]
    await expectOk(callApi('POST', `/user/${sara.id}/password-reset`, { as: adel }))
    const body = { email: sara.email, code: await mailedResetCode(sara.email), password: 'Better2026!' }
    expect(await outcome(callApi('POST', '/confirmation-code/password/confirm', { body }))).toBe('ok')
    expect(await logIn(sara.email, 'Better2026!')).toBe('ok')
  })

  it('of the old address ends when the new one takes its place', async () => {
    const sara = await verifiedStudent()
    expect(await ask(sara.email)).toBe('ok')
    const email = newEmail('next')
    const code = await mailedResetCode(sara.email)
    await changeEmail(sara, email)
    const body = { email, code, password: 'Thief2026!' }
    expect(await outcome(callApi('POST', '/confirmation-code/password/confirm', { body }))).toBe(
      'invalid-verification-code',
    )
  })
})
