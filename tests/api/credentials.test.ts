import { scryptSync } from 'node:crypto'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindings,
  callApi,
  expectOk,
  newEmail,
  outcome,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'

const TOKEN_SECONDS = 7 * 24 * 60 * 60

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
type SignedIn = { user: Record<string, unknown> & { id: number; email: string }; token: string }

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

/** A hash with parameters of an older version, which is fast to verify. */
function weakHash(): string {
  const salt = Buffer.from('salt of an older')
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`
}

describe('logging in', () => {
  const login = (email: string, password: string, ip = '10.0.0.1') =>
    callApi('POST', '/auth/password', { body: { email, password }, headers: { 'cf-connecting-ip': ip } })

  it('accepts the e-mail in any case and answers the account with a token', async () => {
    const sara = await verifiedStudent()
    const { user, token } = await expectOk<SignedIn>(login(` ${sara.email.toUpperCase()}`, PASSWORD))
    expect(user).toMatchObject({ id: sara.id, email: sara.email })
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
  })

  it('answers the same for a wrong password and for an unknown e-mail', async () => {
    const sara = await verifiedStudent()
    const wrong = await login(sara.email, 'Hessa2027!')
    const unknown = await login(newEmail('nobody'), PASSWORD)
    expect(wrong).toMatchObject({ status: 401, code: 'wrong-password' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('does not validate the form of a wrong e-mail or password', async () => {
    expect(await login(newEmail(), '1')).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await login('not an address', '')).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('answers no-password for an account that has none', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET password_hash = NULL WHERE id = ?', sara.id)
    expect(await login(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'no-password' })
  })

  it('replaces a hash with weaker parameters, and refuses hashes of an unknown form', async () => {
    const sara = await verifiedStudent()
    const weaker = weakHash()
    await run('UPDATE users SET password_hash = ? WHERE id = ?', weaker, sara.id)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
    const renewed = await row<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE id = ?', sara.id)
    expect(renewed?.hash).not.toBe(weaker)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
    for (const unknown of ['', PASSWORD, 'md5$abc', 'scrypt$1048576$8$5$c2FsdA==$a2V5', 'scrypt$a$b$c$d$e']) {
      await run('UPDATE users SET password_hash = ? WHERE id = ?', unknown, sara.id)
      expect(await login(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'wrong-password' })
    }
  })

  it('limits attempts for one account from one IP address, not other accounts or addresses', async () => {
    const [guessed, sara] = (await verifiedStudents(2)) as [Person, Person]
    await run('UPDATE users SET password_hash = ? WHERE id = ?', weakHash(), guessed.id)
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await outcome(login(guessed.email, 'Hessa2027!'))).toBe('wrong-password')
    const refused = await login(guessed.email, PASSWORD)
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
    expect(await outcome(login(guessed.email, PASSWORD, '196.218.0.1'))).toBe('ok')
    setNow(NOW + MINUTE / 2)
    expect(await outcome(login(guessed.email, PASSWORD))).toBe('ok')
    expect(await outcome(login(guessed.email, 'Hessa2027!'))).toBe('wrong-password')
  })

  it('doubles the pause after another wrong attempt', async () => {
    const sara = await verifiedStudent()
    for (let attempt = 0; attempt < 10; attempt++) await login(sara.email, 'wrong')
    setNow(NOW + MINUTE / 2)
    expect(await outcome(login(sara.email, 'wrong'))).toBe('wrong-password')
    setNow(NOW + MINUTE)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('too-many-requests')
    setNow(NOW + 1.5 * MINUTE)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
  })

  it('allows no more attempts when they are concurrent', async () => {
    const sara = await verifiedStudent()
    const answers = await Promise.all(Array.from({ length: 16 }, () => outcome(login(sara.email, 'wrong'))))
    expect(answers.filter((answer) => answer === 'wrong-password')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(6)
  })

  it('limits attempts for an unknown e-mail in the same way', async () => {
    const email = newEmail('nobody')
    for (let attempt = 0; attempt < 10; attempt++) expect(await outcome(login(email, 'wrong'))).toBe('wrong-password')
    expect(await outcome(login(email, 'wrong'))).toBe('too-many-requests')
  })
})

describe('credentials in the header', () => {
  const callWith = (authorization: string, path = '/user/current') =>
    callApi('GET', path, { headers: { authorization } })
  const basic = (email: string, password: string) =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${password}`)))}`

  it('may be e-mail and password', async () => {
    const sara = await verifiedStudent()
    expect(await expectOk(callWith(basic(sara.email.toUpperCase(), PASSWORD)))).toMatchObject({ id: sara.id })
    expect(await callWith(basic(sara.email, 'Hessa2027!'))).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await callWith(basic(newEmail(), PASSWORD))).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('may contain a password with colons and Arabic letters', async () => {
    const email = newEmail()
    const password = 'سر:Hessa:2026'
    await expectOk(callApi('POST', '/student/', { body: { email, password } }))
    expect(await outcome(callWith(basic(email, password)))).toBe('ok')
  })

  const PUBLIC = '/user/tutor/list/onboarded'

  it.each([
    'Basic',
    'Basic %%%',
    `Basic ${btoa('no colon')}`,
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Bearer x y',
    'Digest realm',
    'hessa',
  ])('are refused when malformed, on public calls too: %s', async (header) => {
    expect(await callWith(header)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await callWith(header, PUBLIC)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  const key = () => new TextEncoder().encode(bindings.JWT_SECRET)
  const signed = (payload: Record<string, unknown>, secret = key(), alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg }).sign(secret)
  const nowSeconds = NOW / 1000

  it('are refused with a forged token, another algorithm or missing claims', async () => {
    const { id, token } = await verifiedStudent()
    const { sid, jti = '' } = decodeJwt(token)
    const claims = { id, sid, jti, iat: nowSeconds, exp: nowSeconds + 60 }
    const forged: [string, string][] = [
      ['no signature', new UnsecuredJWT(claims).encode()],
      ['another key', await signed(claims, new TextEncoder().encode('another key that nobody gave to us'))],
      ['another algorithm', await signed(claims, key(), 'HS512')],
      ['no expiry', await signed({ id, iat: nowSeconds })],
      ['no account id', await signed({ iat: nowSeconds, exp: nowSeconds + 60 })],
      ['an account id as text', await signed({ ...claims, id: String(id) })],
      ['a negative account id', await signed({ ...claims, id: -1 })],
      ['no session', await signed({ id, jti, iat: nowSeconds, exp: nowSeconds + 60 })],
      [
        'another session',
        await signed({ ...claims, sid: decodeJwt(await tokenFor((await verifiedStudent()).id)).sid }),
      ],
      ['another token id', await signed({ ...claims, jti: 'x' })],
    ]
    const [header, payload, signature] = (await signed(claims)).split('.')
    const changedPayload = btoa(JSON.stringify({ ...claims, id: 1 })).replaceAll('=', '')
    forged.push(
      ['another payload', `${header}.${changedPayload}.${signature}`],
      ['an empty signature', `${header}.${payload}.`],
    )
    for (const [name, token] of forged) {
      expect([name, await outcome(callWith(`Bearer ${token}`))]).toEqual([name, 'unauthenticated'])
      expect([name, await outcome(callWith(`Bearer ${token}`, PUBLIC))]).toEqual([name, 'unauthenticated'])
    }
    expect(await outcome(callWith(`bearer ${await signed(claims)}`))).toBe('ok')
  })

  it('are valid for seven days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + TOKEN_SECONDS * 1000 - 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('ok')
    setNow(NOW + TOKEN_SECONDS * 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(callApi('GET', PUBLIC, { as: sara }))).toBe('unauthenticated')
  })

  it('end when every session is signed out; later tokens are valid', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', nowSeconds + 1, sara.id)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    setNow(NOW + 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token: await tokenFor(sara.id) } }))).toBe(
      'ok',
    )
  })

  it('are anonymous on public calls and refused on others once the account is deleted', async () => {
    const claims = { id: 999_999_999, sid: 'x', jti: 'x', iat: nowSeconds, exp: nowSeconds + 60 }
    const deleted = { id: 0, email: '', token: await signed(claims) }
    expect(await outcome(callApi('GET', PUBLIC, { as: deleted }))).toBe('ok')
    expect(await callApi('GET', '/user/current', { as: deleted })).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  it('are exchanged for a token of seven more days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + 6 * 24 * 60 * MINUTE)
    const token = await expectOk<string>(callApi('POST', '/auth/refresh-token', { as: sara }))
    setNow(NOW + 12 * 24 * 60 * MINUTE)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
    expect(await callApi('POST', '/auth/refresh-token')).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('are exchanged at most five times a minute', async () => {
    const sara = await verifiedStudent()
    const refresh = () => callApi('POST', '/auth/refresh-token', { as: sara })
    for (let times = 0; times < 5; times++) expect((await refresh()).status).toBe(200)
    const refused = await refresh()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    setNow(NOW + MINUTE)
    expect((await refresh()).status).toBe(200)
  })
})
