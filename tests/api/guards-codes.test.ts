/** Codes and invitations that two requests would use at once: each works once. */
import { describe, expect, it } from 'vitest'
import {
  callApi,
  expectOk,
  mailedResetCode,
  newAdmin,
  newStudent,
  outcome,
  type Person,
  row,
  verifiedStudent,
} from '#tests/people'
import { countRows, newPlan } from './payment-fixtures.ts'
import { race } from './race.ts'

describe('a code that two requests use at once', () => {
  it('verifies a phone once', async () => {
    const [sara, phone] = [await newStudent(), '01077777701']
    await expectOk(callApi('POST', '/confirmation-code/phone/send', { as: sara, body: { method: 'whatsapp', phone } }))
    const sent = await row<{ params: string }>('SELECT params FROM outbox WHERE "to" = ? ORDER BY id DESC', phone)
    const code = Number((JSON.parse(sent?.params ?? '{}') as { otp?: string }).otp)
    const verify = () =>
      callApi('POST', '/confirmation-code/phone/verify', { as: sara, body: { code, method: 'whatsapp' } })
    const answer = await race({
      write: 'auth/verification-store:refuseUsedCode',
      statement: /delete from "confirmation_codes"/i,
      refusedBy: 'code-used',
      slow: () => outcome(verify()),
      fast: () => expectOk(verify()),
    })
    expect(answer).toBe('invalid-verification-code')
    expect(await row('SELECT phone, verified_phone FROM users WHERE id = ?', sara.id)).toEqual({
      phone,
      verified_phone: 1,
    })
  })

  it('sets one new password', async () => {
    const sara = await verifiedStudent()
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const code = await mailedResetCode(sara.email)
    const reset = (password: string) =>
      callApi('POST', '/confirmation-code/password/confirm', { body: { email: sara.email, code, password } })
    const signIn = (password: string) =>
      outcome(callApi('POST', '/auth/password', { body: { email: sara.email, password } }))
    const answer = await race({
      write: 'auth/verification-store:refuseUsedCode',
      statement: /delete from "password_reset_codes"/i,
      refusedBy: 'reset-code-used',
      slow: () => outcome(reset('Second-2026!')),
      fast: () => expectOk(reset('First-2026!')),
    })
    expect(answer).toBe('invalid-verification-code')
    expect([await signIn('First-2026!'), await signIn('Second-2026!')]).toEqual(['ok', 'wrong-password'])
  })
})

describe('an invitation to a plan', () => {
  it('is made once by two admins', async () => {
    const [sara, planId, adel, dina] = [await verifiedStudent(), await newPlan(), await newAdmin(), await newAdmin()]
    const invite = (as: Person) => callApi('POST', '/plan-invite', { as, body: { userIds: [sara.id], planId } })
    const answer = await race({
      write: 'plans/write-plan-invite:refuseAllInvited',
      refusedBy: 'all-invited',
      slow: () => outcome(invite(adel)),
      fast: () => expectOk(invite(dina)),
    })
    expect(answer).toBe('illegal')
    expect(await countRows('plan_invites WHERE user_id = ?', sara.id)).toBe(1)
  })
})
