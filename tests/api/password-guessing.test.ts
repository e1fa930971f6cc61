/** Guessing passwords from many networks, and what its owner notices of it (docs/decisions/004). */
import { scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChallengeDetails } from '#contract/auth'
import { openDb } from '#db/client'
import { users } from '#db/schema/users'
import { bitsOf, solveProof, writeAnswer } from '#domain/auth/proof-of-work'
import {
  bindings,
  callApi,
  expectOk,
  mailedResetCode,
  newEmail,
  outcome,
  PASSWORD,
  type Person,
  run,
  setNow,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { withHashSlot } from '../../worker/auth/hash-slots.ts'
import { checkPassword } from '../../worker/auth/store.ts'
import { resetCodeStatements } from '../../worker/auth/verification-store.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const fromIp = (ip: string) => ({ 'cf-connecting-ip': ip })

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

const logIn = (email: string, password: string, ip: string, challengeAnswer?: string) =>
  callApi('POST', '/auth/password', {
    body: { email, password, ...(challengeAnswer === undefined ? {} : { challengeAnswer }) },
    headers: fromIp(ip),
  })

/** A student whose password is compared fast, with a hash of older parameters. */
async function studentWithFastHash(): Promise<Person> {
  const sara = await verifiedStudent()
  const salt = Buffer.from('salt of an older')
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
  const hash = `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`
  await run('UPDATE users SET password_hash = ? WHERE id = ?', hash, sara.id)
  return sara
}

/** As if this many wrong passwords of the address had been tried from anywhere. */
const insertGuesses = (email: string, count: number) =>
  run(
    'INSERT OR REPLACE INTO throttles (key, count, resets_at) VALUES (?, ?, ?)',
    `password of ${email}`,
    count,
    NOW + DAY,
  )

/** The challenge with which a sign-in is refused. */
async function challengeOf(email: string, ip: string): Promise<ChallengeDetails> {
  const { code, body } = await logIn(email, PASSWORD, ip)
  expect(code).toBe('challenge-required')
  return (body as { details: ChallengeDetails }).details
}

/** Solves a challenge as a browser does. */
async function solve({ challenge, bits, iterations }: ChallengeDetails): Promise<string> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, ['deriveBits'])
  const derive = async (salt: string) => {
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: text.encode(salt) }
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256))
  }
  return writeAnswer(challenge, await solveProof(derive, bits, () => undefined))
}

describe('a password that is guessed from many networks', () => {
  it('requires a challenge after twenty wrong ones, from everywhere but the owner’s own networks', async () => {
    const sara = await studentWithFastHash()
    await expectOk(logIn(sara.email, PASSWORD, '196.218.0.1'))
    const guesses = []
    for (const at of times(30)) guesses.push(await outcome(logIn(sara.email, 'Guess2026!', `10.6.0.${at}`)))
    expect(guesses).toEqual([...Array(20).fill('wrong-password'), ...Array(10).fill('challenge-required')])

    expect(await outcome(logIn(sara.email, PASSWORD, '196.218.0.1'))).toBe('ok')
    expect(await outcome(logIn(sara.email, PASSWORD, '196.218.9.9'))).toBe('challenge-required')
    setNow(NOW + DAY)
    expect(await outcome(logIn(sara.email, PASSWORD, '196.218.9.9'))).toBe('ok')
  })

  it('is not compared more often when the guesses are concurrent', async () => {
    const sara = await studentWithFastHash()
    await insertGuesses(sara.email, 15)
    const answers = await Promise.all(times(12).map((at) => outcome(logIn(sara.email, 'wrong', `10.6.1.${at}`))))
    expect(answers.filter((answer) => answer === 'wrong-password')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'challenge-required')).toHaveLength(7)
  })

  it('lets its owner in from a new network by a solved challenge, which counts once and for that address', async () => {
    const [sara, nour] = [await studentWithFastHash(), await studentWithFastHash()]
    await insertGuesses(sara.email, 20)
    await insertGuesses(nour.email, 20)
    const details = await challengeOf(sara.email, '10.6.2.1')
    expect(details).toMatchObject({ kind: 'proof-of-work', bits: bitsOf(0) })
    const answer = await solve(details)

    expect(await outcome(logIn(nour.email, PASSWORD, '10.6.2.1', answer))).toBe('challenge-required')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1', `${answer}1`))).toBe('challenge-required')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1', 'a~b'))).toBe('challenge-required')
    setNow(NOW + 10 * MINUTE)
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1', answer))).toBe('challenge-required')
    setNow(NOW)
    expect(await outcome(logIn(sara.email, 'wrong', '10.6.2.2', answer))).toBe('wrong-password')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1', answer))).toBe('challenge-required')

    const another = await solve(await challengeOf(sara.email, '10.6.2.1'))
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1', another))).toBe('ok')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.2.1'))).toBe('ok')
  })

  it('requires more work the more was guessed', async () => {
    const sara = await studentWithFastHash()
    await insertGuesses(sara.email, 100)
    expect(await challengeOf(sara.email, '10.6.3.1')).toMatchObject({ bits: bitsOf(4) })
  })

  it('accepts no answer to a challenge that was fetched before the difficulty rose', async () => {
    const sara = await studentWithFastHash()
    await insertGuesses(sara.email, 20)
    const stocked: string[] = []
    for (const at of times(3)) stocked.push(await solve(await challengeOf(sara.email, `10.6.6.${at}`)))
    await insertGuesses(sara.email, 40)
    const [first = '', second = '', third = ''] = stocked
    expect(await outcome(logIn(sara.email, 'wrong', '10.6.6.1', first))).toBe('challenge-required')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.6.2', first))).toBe('challenge-required')
    // At the same moment, of which the first still meets the old price.
    await insertGuesses(sara.email, 38)
    const both = [second, third].map((answer, at) => outcome(logIn(sara.email, 'wrong', `10.6.6.${at}`, answer)))
    expect((await Promise.all(both)).sort()).toEqual(['challenge-required', 'wrong-password'])
    const dear = await solve(await challengeOf(sara.email, '10.6.6.5'))
    expect(await outcome(logIn(sara.email, PASSWORD, '10.6.6.5', dear))).toBe('ok')
  })

  it('that was reset signs its owner in at once from the network of the reset', async () => {
    const sara = await studentWithFastHash()
    await expectOk(logIn(sara.email, PASSWORD, '10.6.4.1'))
    await insertGuesses(sara.email, 20)
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const code = await mailedResetCode(sara.email)
    const body = { code, password: 'Forgotten2026' }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body, headers: fromIp('10.6.4.2') }))
    expect(await outcome(logIn(sara.email, 'Forgotten2026', '10.6.4.2'))).toBe('ok')
    expect(await outcome(logIn(sara.email, 'Forgotten2026', '10.6.4.1'))).toBe('challenge-required')
  })

  it('requires a challenge in the header too, which is answered by signing in', async () => {
    const sara = await studentWithFastHash()
    await insertGuesses(sara.email, 20)
    const authorization = `Basic ${btoa(`${sara.email}:${PASSWORD}`)}`
    expect(await outcome(callApi('GET', '/user/current', { headers: { authorization } }))).toBe('challenge-required')
  })

  it('and an unknown address are refused in the same way', async () => {
    const email = newEmail('nobody')
    await insertGuesses(email, 19)
    expect(await outcome(logIn(email, PASSWORD, '10.6.5.1'))).toBe('wrong-password')
    expect(await outcome(logIn(email, PASSWORD, '10.6.5.2'))).toBe('challenge-required')
  })
})

describe('passwords that are guessed from one network', () => {
  it('require a challenge after three hundred wrong ones, for people who have not signed in from there', async () => {
    const [sara, nour] = [await studentWithFastHash(), await studentWithFastHash()]
    await expectOk(logIn(sara.email, PASSWORD, '10.7.0.1'))
    await run("UPDATE throttles SET count = 300 WHERE key = 'passwords from 10.7.0.1'")
    expect(await outcome(logIn(nour.email, PASSWORD, '10.7.0.1'))).toBe('challenge-required')
    expect(await outcome(logIn(sara.email, PASSWORD, '10.7.0.1'))).toBe('ok')
    expect(await outcome(logIn(nour.email, PASSWORD, '10.7.0.2'))).toBe('ok')
  })

  it('are not counted when they are right', async () => {
    const sara = await studentWithFastHash()
    for (const _ of times(3)) await expectOk(logIn(sara.email, PASSWORD, '10.7.1.1'))
    const counted = await bindings.DB.prepare(
      "SELECT SUM(count) AS count FROM throttles WHERE key IN ('passwords from 10.7.1.1', ?)",
    )
      .bind(`password of ${sara.email}`)
      .first<{ count: number }>()
    expect(counted?.count).toBe(0)
  })
})

describe('the work of a guess', () => {
  /** A database that counts the statements which it is given. */
  function countingDb() {
    let count = 0
    const d1 = new Proxy(bindings.DB, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...parts: unknown[]) => {
          if (name === 'prepare') count++
          return value.apply(target, parts)
        }
      },
    })
    return { db: openDb(d1), counted: () => count }
  }

  const statementsOf = async (email: string, ip: string, password: string): Promise<number> => {
    const { db, counted } = countingDb()
    await expect(checkPassword({ env: bindings, db, now: NOW, ip }, email, password)).rejects.toThrow('wrong-password')
    return counted()
  }

  it('is the same for an unknown address', async () => {
    const sara = await studentWithFastHash()
    expect(await statementsOf(newEmail('nobody'), '10.8.0.1', 'wrong')).toBe(
      await statementsOf(sara.email, '10.8.0.2', 'wrong'),
    )
  })

  it('is the same for a code that an address asks for', async () => {
    const sara = await studentWithFastHash()
    const asked = async (email: string) => {
      const { db, counted } = countingDb()
      await db.batch(await resetCodeStatements(bindings, db, eq(users.email, email), NOW))
      return counted()
    }
    expect(await asked(newEmail('nobody'))).toBe(await asked(sara.email))
  })

  it('contains no hash for a text that is longer than any password', async () => {
    const sara = await studentWithFastHash()
    expect(await outcome(logIn(sara.email, 'x'.repeat(51), '10.8.1.1'))).toBe('wrong-password')
  })

  it('waits for its turn, and is refused with 503 while too many wait, half of them at the most from one network', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let running = 0
    let most = 0
    const begin = (ip: string, now = NOW) =>
      withHashSlot(ip, now, async () => {
        most = Math.max(most, ++running)
        await finished
        running--
      })
    const inLine = [...times(256).map(() => begin('10.9.0.1')), ...times(256).map((at) => begin(`10.9.1.${at}`))]
    await expect(begin('10.9.0.1')).rejects.toMatchObject({ code: 'service-unavailable', retryAfterSeconds: 3 })
    await expect(begin('10.9.2.1')).rejects.toMatchObject({ code: 'service-unavailable' })
    const refused = await logIn(newEmail(), 'x', '10.9.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3'])
    const body = { email: newEmail(), password: PASSWORD }
    const registering = callApi('POST', '/student', { body, headers: fromIp('10.9.2.2') })
    expect(await outcome(registering)).toBe('service-unavailable')
    expect(most).toBe(4)
    const later = begin('10.9.2.1', NOW + MINUTE)
    finish()
    await Promise.allSettled([...inLine, later])
    expect(await outcome(logIn(newEmail(), 'x', '10.9.2.1'))).toBe('wrong-password')
  })

  it('does not wait behind a flood from two other networks where its owner has signed in before', async () => {
    const sara = await verifiedStudent()
    expect(await outcome(logIn(sara.email, PASSWORD, '10.9.4.1'))).toBe('ok')
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const flood = times(120).map((at) => withHashSlot(`10.9.5.${at % 2}`, NOW, () => finished))
    // No slot is free before the flood ends, which this sign-in comes before.
    expect(await outcome(logIn(sara.email, PASSWORD, '10.9.4.1'))).toBe('ok')
    let isDone = false
    const elsewhere = logIn(sara.email, PASSWORD, '10.9.4.2').finally(() => {
      isDone = true
    })
    expect(await outcome(logIn(sara.email, PASSWORD, '10.9.4.1'))).toBe('ok')
    expect(isDone).toBe(false)
    finish()
    await Promise.all(flood)
    expect(await outcome(elsewhere)).toBe('ok')
  })

  it('of known networks is done beside a flood, two at a time and one for each network', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const flood = times(4).map((at) => withHashSlot(`10.9.6.${at}`, NOW, () => finished))
    const running: string[] = []
    const inLine = ['10.9.7.1', '10.9.7.1', '10.9.7.2', '10.9.7.3'].map((ip) => {
      const work = () => {
        running.push(ip)
        return finished
      }
      return withHashSlot(ip, NOW, work, async () => true)
    })
    await vi.waitFor(() => expect(running).not.toEqual([]))
    expect(running).toEqual(['10.9.7.1', '10.9.7.2'])
    finish()
    await Promise.all([...flood, ...inLine])
  })

  it('of many who sign in at the same moment from one network is done for each of them', async () => {
    const students = await verifiedStudents(8)
    const answers = await Promise.all(students.map(({ email }) => outcome(logIn(email, PASSWORD, '10.9.3.1'))))
    expect(new Set(answers)).toEqual(new Set(['ok']))
  })
})
