import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDb } from '#db/client'
import { Role } from '#domain/roles'
import {
  bindings,
  callApi,
  expectOk,
  mailedCode,
  newAdmin,
  newEmail,
  newSuperAdmin,
  outcome,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  verifiedStudent,
} from '#tests/people'
import { openAccount } from '../../worker/users/store.ts'
import { newPlan } from './payment-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const DAY = 86_400_000

let admin: Person
let adel: Person

beforeAll(async () => {
  setNow(NOW)
  admin = await newAdmin()
  adel = await newSuperAdmin()
})
beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

/** A student who has registered with this address, without proving it. */
async function registered(email: string): Promise<Person> {
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    callApi('POST', '/student/', { body: { email, password: PASSWORD } }),
  )
  return { id: user.id, email, token }
}

/** A student whom Google has registered, with an address that Google has verified. */
async function registeredByGoogle(email: string, subject: string): Promise<Person> {
  const identity = { provider: 'google', subject, verifiedEmail: true } as const
  const registration = { role: Role.Student, email, password: null, activated: false, identity }
  const { id } = await openAccount({ env: bindings, db: openDb(bindings.DB), now: NOW, ip: 'test' }, registration)
  return { id, email, token: await tokenFor(id) }
}

const proveAddress = async (as: Person) =>
  callApi('POST', '/confirmation-code/email/confirm', { as, body: { code: await mailedCode(as.email) } })

async function provePhone(as: Person, phone: string) {
  await expectOk(callApi('POST', '/confirmation-code/phone/send', { as, body: { method: 'whatsapp', phone } }))
  const sent = await row<{ params: string }>(
    'SELECT params FROM outbox WHERE channel = \'whatsapp\' AND "to" = ? ORDER BY id DESC LIMIT 1',
    phone,
  )
  const code = Number((JSON.parse(sent?.params ?? '{}') as { otp?: string }).otp)
  await expectOk(callApi('POST', '/confirmation-code/phone/verify', { as, body: { code, method: 'whatsapp' } }))
}

describe('an invite of an e-mail address', () => {
  const invite = async (email: string, planId: number) =>
    (
      await expectOk<{ id: number }>(
        callApi('POST', '/invite', {
          as: admin,
          body: { email, planId, expiresAt: new Date(NOW + DAY).toISOString() },
        }),
      )
    ).id
  const acceptedAt = async (id: number) =>
    (await row<{ accepted_at: number | null }>('SELECT accepted_at FROM invites WHERE id = ?', id))?.accepted_at
  const seePlan = (as: Person, planId: number) => outcome(callApi('GET', `/plan/${planId}`, { as }))

  it('gives nothing to a person who registers another’s address, and the plan to the one who verifies it', async () => {
    const planId = await newPlan({ invitesOnly: true })
    const email = newEmail('victim')
    const id = await invite(email, planId)
    const sara = await registered(email)
    expect(await acceptedAt(id)).toBeNull()
    expect(await seePlan(sara, planId)).toBe('forbidden')
    await expectOk(proveAddress(sara))
    expect(await acceptedAt(id)).toBe(NOW)
    expect(await seePlan(sara, planId)).toBe('ok')
  })

  it('is accepted by an address that Google has verified', async () => {
    const planId = await newPlan({ invitesOnly: true })
    const email = newEmail('gmail')
    const id = await invite(email, planId)
    const sara = await registeredByGoogle(email, crypto.randomUUID())
    expect(await acceptedAt(id)).toBe(NOW)
    expect(await seePlan(sara, planId)).toBe('ok')
  })

  it('can be made while an unverified account has the address, which does not keep it from its owner', async () => {
    const planId = await newPlan({ invitesOnly: true })
    const email = newEmail('victim')
    const sara = await registered(email)
    const id = await invite(email, planId)
    expect(await seePlan(sara, planId)).toBe('forbidden')
    await expectOk(proveAddress(sara))
    expect(await acceptedAt(id)).toBe(NOW)
  })

  it('is not accepted after it has expired, nor by a tutor', async () => {
    const planId = await newPlan({ invitesOnly: true })
    const [late, taught] = [newEmail(), newEmail('omar')]
    const ids = [await invite(late, planId), await invite(taught, planId)] as const
    const omar = await expectOk<{ user: { id: number }; token: string }>(
      callApi('POST', '/user/', { body: { email: taught, password: PASSWORD, role: Role.Tutor } }),
    )
    await expectOk(proveAddress({ id: omar.user.id, email: taught, token: omar.token }))
    const sara = await registered(late)
    await run('UPDATE invites SET expires_at = ? WHERE id = ?', NOW, ids[0])
    await expectOk(proveAddress(sara))
    expect(await Promise.all(ids.map(acceptedAt))).toEqual([null, null])
  })
})

describe('an invite to a plan', () => {
  it('opens the plan, and its checkout, once the student’s address is proven', async () => {
    const planId = await newPlan({ invitesOnly: true })
    const sara = await registered(newEmail())
    await run('UPDATE users SET name = ?, phone = ? WHERE id = ?', 'سارة علي', '01012345678', sara.id)
    await expectOk(callApi('POST', '/plan-invite', { as: adel, body: { userIds: [sara.id], planId } }))
    const see = () => outcome(callApi('GET', `/plan/${planId}`, { as: sara }))
    const order = { planId, period: 'month', couponCode: 'NOTHING' }
    const buy = () => outcome(callApi('POST', '/fawry/pay/ref-num', { as: sara, body: order }))
    expect([await see(), await buy()]).toEqual(['forbidden', 'forbidden'])
    await expectOk(proveAddress(sara))
    expect([await see(), await buy()]).toEqual(['ok', 'coupon-not-found'])
  })
})

describe('the free trial', () => {
  type Answer = { info: { period: number } | null; remainingWeeklyMinutes: number; trial: string }
  const trialOf = async (as: Person) => {
    const { info, remainingWeeklyMinutes, trial } = await expectOk<Answer>(
      callApi('GET', `/sub/user?userId=${as.id}`, { as }),
    )
    return { period: info?.period ?? null, minutes: remainingWeeklyMinutes, trial }
  }
  const GIVEN = { period: 3, minutes: 60, trial: 'given' }
  const WAITS = { period: null, minutes: 0, trial: 'needs-proof' }
  /** A name that no other test uses, of 12 letters. */
  const newName = () => `s${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
  const newPhone = () => `011${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const proven = async (email: string) => {
    const student = await registered(email)
    await expectOk(proveAddress(student))
    return student
  }

  it('is given once for all spellings of one mailbox', async () => {
    const name = newName()
    const dotted = `${name.slice(0, 3)}.${name.slice(3, 6)}.${name.slice(6)}`
    const first = await registered(`${name}@gmail.com`)
    expect(await trialOf(first)).toEqual({ period: null, minutes: 0, trial: 'needs-email' })
    await expectOk(proveAddress(first))
    expect(await trialOf(first)).toEqual(GIVEN)
    for (const email of [`${dotted}@gmail.com`, `${name}@googlemail.com`, `${dotted}@googlemail.com`])
      expect(await trialOf(await proven(email))).toEqual(WAITS)
    const tagged = await registeredByGoogle(`${name}@example.com`, crypto.randomUUID())
    expect(await trialOf(tagged)).toEqual(GIVEN)
    expect(await trialOf(await proven(`${dotted}@protonmail.com`))).toEqual(GIVEN)
    for (const email of [`${dotted.replace('.', '-')}@proton.me`, `${name}@pm.me`])
      expect(await trialOf(await proven(email))).toEqual(WAITS)
  })

  it('counts what follows a plus sign as the same mailbox at every provider, and dots at Google’s only', async () => {
    const name = newName()
    const [plain, dotted] = [`${name}@example.com`, `${name.slice(0, 4)}.${name.slice(4)}@example.com`]
    expect(await trialOf(await proven(plain))).toEqual(GIVEN)
    expect(await trialOf(await proven(dotted))).toEqual(GIVEN)
    const tagged = await registered(newEmail())
    await run('UPDATE users SET email = ? WHERE id = ?', `${name}+2@example.com`, tagged.id)
    const code = await mailedCode(tagged.email)
    await expectOk(callApi('POST', '/confirmation-code/email/confirm', { as: tagged, body: { code } }))
    expect(await trialOf(tagged)).toEqual(WAITS)
  })

  it('is given to another student of the mailbox for a phone number that no trial was given for', async () => {
    const name = newName()
    const phone = newPhone()
    const mother = await proven(`${name}@gmail.com`)
    await provePhone(mother, newPhone())
    const nour = await proven(`${name.slice(0, 2)}.${name.slice(2)}@gmail.com`)
    await provePhone(nour, phone)
    expect(await trialOf(nour)).toEqual(GIVEN)
    const again = await proven(`${name.slice(0, 3)}.${name.slice(3)}@gmail.com`)
    await provePhone(again, phone)
    expect(await trialOf(again)).toEqual(WAITS)
  })

  it('is not given for a phone number that a student of another trial proved afterwards', async () => {
    const name = newName()
    const phone = newPhone()
    const first = await proven(`${name}@gmail.com`)
    await provePhone(first, phone)
    const second = await proven(`${name.slice(0, 2)}.${name.slice(2)}@gmail.com`)
    await provePhone(second, phone)
    expect(await trialOf(second)).toEqual(WAITS)
  })

  it('waits for a proof where the account names the phone number of another’s trial', async () => {
    const phone = newPhone()
    const first = await proven(newEmail())
    await provePhone(first, phone)
    const second = await registered(newEmail())
    await expectOk(
      callApi('POST', '/confirmation-code/phone/send', { as: second, body: { method: 'whatsapp', phone } }),
    )
    await expectOk(proveAddress(second))
    expect(await trialOf(second)).toEqual(WAITS)
  })

  it('is given for a Google account that no trial was given for', async () => {
    const name = newName()
    await proven(`${name}@gmail.com`)
    const nour = await registeredByGoogle(`${name.slice(0, 2)}.${name.slice(2)}@gmail.com`, crypto.randomUUID())
    expect(await trialOf(nour)).toEqual(GIVEN)
  })

  it('is given to five students a day of a mail domain and its subdomains, and to others for a phone or Google account each', async () => {
    const domain = `${newName()}.com.eg`
    const addresses = Array.from({ length: 7 }, (_, index) =>
      index % 2 === 0 ? `a${index}@${domain}` : `a${index}@m${index}.${domain}`,
    )
    const students = await Promise.all(addresses.map(registered))
    await Promise.all(students.map((one) => expectOk(proveAddress(one))))
    const trials = await Promise.all(students.map(trialOf))
    expect(trials.map(({ minutes }) => minutes).toSorted()).toEqual([0, 0, 60, 60, 60, 60, 60])
    const [sixth] = students.filter((_, index) => trials[index]?.minutes === 0)
    if (!sixth) throw new Error('Every student was given a trial')
    expect(await trialOf(sixth)).toEqual(WAITS)
    await provePhone(sixth, newPhone())
    expect(await trialOf(sixth)).toEqual(GIVEN)
    expect(await trialOf(await registeredByGoogle(`g@${domain}`, crypto.randomUUID()))).toEqual(GIVEN)
    expect(await trialOf(await proven(`other@x${domain}`))).toEqual(GIVEN)
    const next = await registered(`next@${domain}`)
    setNow(NOW + DAY)
    const tomorrow = { ...next, token: await tokenFor(next.id) }
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: tomorrow }))
    await expectOk(proveAddress(tomorrow))
    expect(await trialOf(tomorrow)).toEqual(GIVEN)
  })

  it('counts the subdomains of a name like `sch.io` as one domain, and the registered names of `edu.eg` apart', async () => {
    const given = async (addresses: readonly string[]) => {
      const trials = []
      for (const address of addresses) trials.push((await trialOf(await proven(address))).minutes)
      return trials.reduce((sum, minutes) => sum + minutes, 0) / 60
    }
    const names = Array.from({ length: 6 }, newName)
    expect(await given(names.map((name) => `a@${name}.sch.io`))).toBe(5)
    expect(await given(names.map((name) => `a@mail.${name}.ac.ly`))).toBe(5)
    expect(await given(names.map((name) => `${name}@s.${name}.edu.eg`))).toBe(6)
  })

  it('has no limit a day for addresses of a large public provider', async () => {
    for (let index = 0; index < 6; index++) expect(await trialOf(await proven(`${newName()}@yahoo.com`))).toEqual(GIVEN)
  })

  it('is given to one of two accounts of a mailbox that are proven at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const name = newName()
      const both = await Promise.all([registered(`${name}@gmail.com`), registered(`${name}@googlemail.com`)])
      await Promise.all(both.map((one) => expectOk(proveAddress(one))))
      const trials = await Promise.all(both.map(trialOf))
      expect(trials.map(({ minutes }) => minutes).toSorted()).toEqual([0, 60])
    }
  })

  it('is not given again after the student has proven another address, nor for the address before', async () => {
    const name = newName()
    const student = await proven(`${name}@gmail.com`)
    const granted = () =>
      row<{ n: number }>(
        `SELECT SUM(m.minutes) n FROM minute_entries m JOIN subscriptions s ON s.id = m.subscription_id WHERE s.user_id = ?`,
        student.id,
      )
    await run('UPDATE users SET email = ? WHERE id = ?', newEmail(), student.id)
    await provePhone(student, newPhone())
    expect((await granted())?.n).toBe(60)
    expect(await trialOf(await proven(`${name}@gmail.com`))).toEqual(WAITS)
  })

  it('is told as given to a student whose plan runs', async () => {
    const sara = await verifiedStudent()
    expect(await trialOf(sara)).toEqual(GIVEN)
  })
})
