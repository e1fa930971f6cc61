import { describe, expect, it } from 'vitest'
import {
  type Answer,
  callApi,
  decryptedMail,
  expectOk,
  mailedCode,
  mailedResetCode,
  newEmail,
  outcome,
  PASSWORD,
  row,
  run,
  verifiedStudent,
} from '#tests/people'
import { isCommonPassword } from '../../worker/auth/common-passwords.ts'

/** Of many places of the list, and in capitals. */
const COMMON = ['password1', 'PassWord1', 'qwerty123', '1qaz2wsx', 'trustno1', 'abcd1234', 'p@ssw0rd', '1Q2W3E4R']

const whyNot = async (answer: Promise<Answer>): Promise<unknown> => {
  const { code, body } = await answer
  return [code, (body as { details?: { why?: string } } | undefined)?.details?.why]
}
const isRefused = (why: 'common' | 'own') => ['invalid-password', why]
const register = (email: string, password: string) => callApi('POST', '/student/', { body: { email, password } })

describe('a password that is easy to guess', () => {
  it.each(COMMON)('%s is refused when registering, and opens no account', async (password) => {
    const email = newEmail()
    expect(await whyNot(register(email, password))).toEqual(isRefused('common'))
    expect(await row('SELECT id FROM users WHERE email = ?', email)).toBeNull()
    expect(await row('SELECT id FROM outbox WHERE "to" = ?', email)).toBeNull()
  })

  it('may not be one’s own address when registering, also a tutor', async () => {
    const email = newEmail('nour').toLowerCase()
    const password = `${email.split('@')[0]}1`
    expect(await whyNot(register(email, password))).toEqual(isRefused('own'))
    const body = { email, password, role: 3 }
    expect(await whyNot(callApi('POST', '/user/', { body }))).toEqual(isRefused('own'))
  })

  it('is refused as a new one, by a mailed code, and where an address is put back: the old one stays', async () => {
    const sara = await verifiedStudent()
    await run("UPDATE users SET name = 'Sara Abdelrahman', phone = '01012345678' WHERE id = ?", sara.id)
    const change = (password: string) =>
      callApi('PUT', `/user/${sara.id}`, { as: sara, body: { password: { current: PASSWORD, new: password } } })
    expect(await whyNot(change('password1'))).toEqual(isRefused('common'))
    for (const own of ['Abdelrahman1', '01012345678a']) expect(await whyNot(change(own))).toEqual(isRefused('own'))

    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const code = await mailedResetCode(sara.email)
    const reset = (password: string) =>
      callApi('POST', '/confirmation-code/password/confirm', { body: { code, password } })
    expect(await whyNot(reset('password1'))).toEqual(isRefused('common'))
    expect(await whyNot(reset('Abdelrahman1'))).toEqual(isRefused('own'))

    const email = newEmail('next')
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { email, proof: { password: PASSWORD } } }))
    const confirmation = { as: sara, body: { code: await mailedCode(email) } }
    await expectOk(callApi('POST', '/confirmation-code/email/confirm', confirmation))
    const { url = '' } = await decryptedMail(sara.email, 'email_changed')
    const token = url.slice(url.indexOf('#') + 1)
    const undo = (password: string) => callApi('POST', '/confirmation-code/email/undo', { body: { token, password } })
    expect(await whyNot(undo('password1'))).toEqual(isRefused('common'))
    expect(await outcome(callApi('POST', '/auth/password', { body: { email, password: PASSWORD } }))).toBe('ok')
    // None of these has used the link up.
    expect(await outcome(undo('Masr2027!'))).toBe('ok')
  })

  it('is not one of a thousand others that nobody has in common', async () => {
    const passwords = Array.from({ length: 1000 }, (_, index) => `Hessa ${index} lessons`.replaceAll(' ', '-'))
    const refused = await Promise.all(passwords.map(isCommonPassword))
    expect(refused.filter(Boolean)).toEqual([])
  })
})
