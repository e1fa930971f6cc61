import { scryptSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
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
import { TOKEN_SECONDS } from '../../worker/http/tokens.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
type SignedIn = { user: Record<string, unknown> & { id: number; email: string }; token: string }

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

/** A hash as an elder version would have made it: quick to compare. */
function weakHash(): string {
  const salt = Buffer.from('salt of an elder')
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`
}

describe('logging in', () => {
  const login = (email: string, password: string, ip = '10.0.0.1') =>
    callApi('POST', '/auth/password', { body: { email, password }, headers: { 'cf-connecting-ip': ip } })

  it('takes the address in any case and answers the account with a token', async () => {
    const sara = await verifiedStudent()
    const { user, token } = await expectOk<SignedIn>(login(` ${sara.email.toUpperCase()}`, PASSWORD))
    expect(user).toMatchObject({ id: sara.id, email: sara.email })
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
  })

  it('answers the same for a wrong password and for an address that nobody has', async () => {
    const sara = await verifiedStudent()
    const wrong = await login(sara.email, 'Hessa2027!')
    const unknown = await login(newEmail('nobody'), PASSWORD)
    expect(wrong).toMatchObject({ status: 401, code: 'wrong-password' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('does not ask whether a wrong password could be one', async () => {
    expect(await login(newEmail(), '1')).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await login('not an address', '')).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('answers no-password for an account that signs in elsewhere', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET password_hash = NULL WHERE id = ?', sara.id)
    expect(await login(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'no-password' })
  })

  it('renews a hash of weaker parameters, and a hash of unknown form opens nothing', async () => {
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

  it('slows down guesses at one account from one place, and leaves others and other places alone', async () => {
    const [guessed, sara] = (await verifiedStudents(2)) as [Person, Person]
    await run('UPDATE users SET password_hash = ? WHERE id = ?', weakHash(), guessed.id)
    for (let tries = 0; tries < 10; tries++)
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

  it('waits twice as long after one more wrong guess', async () => {
    const sara = await verifiedStudent()
    for (let tries = 0; tries < 10; tries++) await login(sara.email, 'wrong')
    setNow(NOW + MINUTE / 2)
    expect(await outcome(login(sara.email, 'wrong'))).toBe('wrong-password')
    setNow(NOW + MINUTE)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('too-many-requests')
    setNow(NOW + 1.5 * MINUTE)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
  })

  it('takes guesses at the same moment for no more than one by one', async () => {
    const sara = await verifiedStudent()
    const answers = await Promise.all(Array.from({ length: 16 }, () => outcome(login(sara.email, 'wrong'))))
    expect(answers.filter((answer) => answer === 'wrong-password')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(6)
  })

  it('slows down guesses at an address that nobody has alike', async () => {
    const email = newEmail('nobody')
    for (let tries = 0; tries < 10; tries++) expect(await outcome(login(email, 'wrong'))).toBe('wrong-password')
    expect(await outcome(login(email, 'wrong'))).toBe('too-many-requests')
  })
})

describe('credentials in the header', () => {
  const asking = (authorization: string, path = '/user/current') => callApi('GET', path, { headers: { authorization } })
  const basic = (email: string, password: string) =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${password}`)))}`

  it('may be e-mail and password', async () => {
    const sara = await verifiedStudent()
    expect(await expectOk(asking(basic(sara.email.toUpperCase(), PASSWORD)))).toMatchObject({ id: sara.id })
    expect(await asking(basic(sara.email, 'Hessa2027!'))).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await asking(basic(newEmail(), PASSWORD))).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('may be a password with colons and Arabic in it', async () => {
    const email = newEmail()
    const password = 'سر:Hessa:2026'
    await expectOk(callApi('POST', '/student/', { body: { email, password } }))
    expect(await outcome(asking(basic(email, password)))).toBe('ok')
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
  ])('are refused when they are nonsense, on public calls too: %s', async (header) => {
    expect(await asking(header)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await asking(header, PUBLIC)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  const key = () => new TextEncoder().encode(bindings.JWT_SECRET)
  const signed = (payload: Record<string, unknown>, secret = key(), alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg }).sign(secret)
  const second = NOW / 1000

  it('are refused when a token is forged, of another algorithm, or without its claims', async () => {
    const { id } = await verifiedStudent()
    const claims = { id, iat: second, exp: second + 60 }
    const forged: [string, string][] = [
      ['no signature', new UnsecuredJWT(claims).encode()],
      ['another key', await signed(claims, new TextEncoder().encode('another key that nobody gave to us'))],
      ['another algorithm', await signed(claims, key(), 'HS512')],
      ['no expiry', await signed({ id, iat: second })],
      ['no account', await signed({ iat: second, exp: second + 60 })],
      ['an account in words', await signed({ ...claims, id: String(id) })],
      ['an account of no number', await signed({ ...claims, id: -1 })],
    ]
    const [header, payload, signature] = (await signed(claims)).split('.')
    const raised = btoa(JSON.stringify({ ...claims, id: 1 })).replaceAll('=', '')
    forged.push(['another payload', `${header}.${raised}.${signature}`], ['a cut signature', `${header}.${payload}.`])
    for (const [name, token] of forged) {
      expect([name, await outcome(asking(`Bearer ${token}`))]).toEqual([name, 'unauthenticated'])
      expect([name, await outcome(asking(`Bearer ${token}`, PUBLIC))]).toEqual([name, 'unauthenticated'])
    }
    expect(await outcome(asking(`bearer ${await signed(claims)}`))).toBe('ok')
  })

  it('live seven days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + TOKEN_SECONDS * 1000 - 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('ok')
    setNow(NOW + TOKEN_SECONDS * 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(callApi('GET', PUBLIC, { as: sara }))).toBe('unauthenticated')
  })

  it('end when every session is signed out, the later ones live', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', second + 1, sara.id)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    setNow(NOW + 1000)
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token: await tokenFor(sara.id) } }))).toBe(
      'ok',
    )
  })

  it('are those of nobody once the account is gone', async () => {
    const gone = { id: 0, email: '', token: await tokenFor(999_999_999) }
    expect(await outcome(callApi('GET', PUBLIC, { as: gone }))).toBe('ok')
    expect(await callApi('GET', '/user/current', { as: gone })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('are exchanged for seven more days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + 6 * 24 * 60 * MINUTE)
    const token = await expectOk<string>(callApi('POST', '/auth/refresh-token', { as: sara }))
    setNow(NOW + 12 * 24 * 60 * MINUTE)
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(callApi('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
    expect(await callApi('POST', '/auth/refresh-token')).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('are exchanged five times a minute', async () => {
    const sara = await verifiedStudent()
    const ask = () => callApi('POST', '/auth/refresh-token', { as: sara })
    for (let times = 0; times < 5; times++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    setNow(NOW + MINUTE)
    expect((await ask()).status).toBe(200)
  })
})
