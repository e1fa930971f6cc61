/** Minors and their guardians (docs/rules/privacy.md 6.1 to 6.9). */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours } from '#domain/cairo'
import {
  again,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  textedCode,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import {
  askCode,
  bornIn,
  confirm,
  GUARDIAN,
  giveGuardian,
  guardianOf,
  isGuarded,
  MINOR_YEAR,
  newPhone,
  withdraw,
  withdrawalLink,
} from './guardian-fixtures.ts'
import { at, NOW } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'
import { upload } from './uploads.ts'

const MINUTE = 60_000
const reason = { 'x-reason': encodeURIComponent('اتكلمنا مع والدته') }
const otherThan = (code: number) => (code === 99_999 ? 10_000 : code + 1)

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

async function minor(): Promise<Person> {
  const student = await verifiedStudent()
  await bornIn(student, MINOR_YEAR)
  return student
}

describe('a guardian', () => {
  it('consents by the code that the student gets from them', async () => {
    const student = await minor()
    expect(await guardianOf(student)).toEqual({ isMinor: true, textVersion: 1, guardian: null })
    const phone = newPhone()
    // As people paste a number.
    expect(await askCode(student, `+20 ${phone.slice(1, 4)}-${phone.slice(4)}`)).toBe('ok')
    const code = await textedCode(phone)
    expect(await outcome(confirm(student, { phone, code: otherThan(code) }))).toBe('invalid-verification-code')
    expect(await isGuarded(student)).toBe(false)
    const shown = { name: GUARDIAN, phone, textVersion: 1, consentedAt: new Date(NOW).toISOString(), isByStaff: false }
    expect(await expectOk(confirm(student, { phone, code }))).toMatchObject({ guardian: shown })
    expect(await isGuarded(student)).toBe(true)
    expect(await expectOk(callApi('GET', '/user/current', { as: student }))).toMatchObject({ hasGuardian: true })
    // A code counts once.
    expect(await outcome(confirm(student, { phone, code }))).toBe('invalid-verification-code')
  })

  it('is told what they consent to, once a day, before the code', async () => {
    const student = await minor()
    const phone = newPhone()
    expect(await askCode(student, phone)).toBe('ok')
    setNow(NOW + MINUTE)
    expect(await askCode(student, phone)).toBe('ok')
    const sent = await rows<{ template: string; user_id: number | null; fallback_at: number | null }>(
      'SELECT template, user_id, fallback_at FROM outbox WHERE "to" = ? ORDER BY id',
      phone,
    )
    expect(sent.map(({ template }) => template)).toEqual([
      ...['guardian_asked', 'verify_phone_number', 'verify_phone_number'],
    ])
    // Nothing about the guardian's phone goes to the student's mailbox.
    expect(sent.every(({ user_id, fallback_at }) => user_id === null && fallback_at === null)).toBe(true)
  })

  it('has the number to which the code was sent, which is not the account’s own', async () => {
    const student = await minor()
    const own = newPhone()
    await run('UPDATE users SET phone = ? WHERE id = ?', own, student.id)
    expect(await askCode(student, own)).toBe('guardian-phone-own')
    expect(await askCode(student, '0222')).toBe('invalid-phone')
    const phone = newPhone()
    expect(await askCode(student, phone)).toBe('ok')
    const code = await textedCode(phone)
    expect(await outcome(confirm(student, { phone: newPhone(), code }))).toBe('invalid-verification-code')
    expect(await outcome(confirm(student, { phone: own, code }))).toBe('guardian-phone-own')
    expect(await outcome(confirm(student, { phone, code, name: 'هالة' }))).toBe('api-invalid-user-name')
    expect(await outcome(confirm(student, { phone, code, name: '12345' }))).toBe('invalid-user-name')
    expect(await outcome(confirm(student, { phone, code, textVersion: 7 }))).toBe('guardian-text-changed')
    expect(await outcome(confirm(student, { phone, code }))).toBe('ok')
  })

  it('cannot be guessed: a code ends with five wrong ones or after 15 minutes, and requests are limited', async () => {
    const student = await minor()
    const phone = newPhone()
    expect(await askCode(student, phone)).toBe('ok')
    const code = await textedCode(phone)
    for (let wrong = 0; wrong < 5; wrong++) {
      expect(['invalid-verification-code', 'too-many-requests']).toContain(
        await outcome(confirm(student, { phone, code: otherThan(code) })),
      )
    }
    expect(await outcome(confirm(student, { phone, code }))).not.toBe('ok')
    expect(await isGuarded(student)).toBe(false)

    const late = await minor()
    const other = newPhone()
    expect(await askCode(late, other)).toBe('ok')
    setNow(NOW + 15 * MINUTE)
    expect(await outcome(confirm(late, { phone: other, code: await textedCode(other) }))).toBe(
      'expired-verification-code',
    )
    const answers: string[] = []
    for (let request = 0; request < 12; request++) answers.push(await askCode(late, newPhone()))
    expect(answers).toContain('too-many-requests')
  })

  it('is not asked for an adult, nor for one whose year nobody knows', async () => {
    const [adult, unknown] = [await verifiedStudent(), await verifiedStudent()]
    await bornIn(adult, 2007)
    for (const student of [adult, unknown]) {
      expect(await askCode(student, newPhone())).toBe('illegal')
      expect(await outcome(confirm(student, { phone: newPhone(), code: 12_345 }))).toBe('illegal')
      expect(await guardianOf(student)).toMatchObject({ isMinor: false })
    }
  })

  it('is replaced by another who consents, and the history stays', async () => {
    const student = await minor()
    const first = await giveGuardian(student)
    setNow(NOW + hours(1))
    const second = await giveGuardian(student)
    expect((await guardianOf(student)).guardian?.phone).toBe(second)
    expect(await rows('SELECT phone, ended_at FROM guardians WHERE student_id = ? ORDER BY id', student.id)).toEqual([
      { phone: first, ended_at: NOW + hours(1) },
      { phone: second, ended_at: null },
    ])
    // The one who was replaced ends nothing of the other's.
    expect(await withdraw(await withdrawalLink(first))).toBe('ok')
    expect(await isGuarded(student)).toBe(true)
  })

  it('of two confirmations at once is one', async () => {
    const student = await minor()
    const phone = newPhone()
    expect(await askCode(student, phone)).toBe('ok')
    const code = await textedCode(phone)
    const answers = await Promise.all([1, 2].map(() => outcome(confirm(student, { phone, code }))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await rows('SELECT id FROM guardians WHERE student_id = ?', student.id)).toHaveLength(1)
  })
})

describe('withdrawing', () => {
  it('takes one tap on the link of the message, and can be repeated', async () => {
    const student = await minor()
    const phone = await giveGuardian(student)
    const token = await withdrawalLink(phone)
    expect(await withdraw(token)).toBe('ok')
    expect(await isGuarded(student)).toBe(false)
    expect(await withdraw(token)).toBe('ok')
    expect(await guardianOf(student)).toMatchObject({ guardian: null })
    // Consent can be given again.
    setNow(NOW + hours(1))
    await giveGuardian(student, phone)
    expect(await isGuarded(student)).toBe(true)
  })

  it('is refused by a forged link, and by one whose number has never consented', async () => {
    const [student, other] = [await minor(), await minor()]
    const phone = await giveGuardian(student)
    const [, signature = ''] = (await withdrawalLink(phone)).split('.')
    await giveGuardian(other)
    expect(await withdraw(`${other.id}.${signature}`)).toBe('invalid-verification-code')
    expect(await withdraw('x')).toBe('invalid-verification-code')
    const asked = newPhone()
    expect(await askCode(student, asked)).toBe('ok')
    expect(await withdraw(await withdrawalLink(asked))).toBe('invalid-verification-code')
    expect([await isGuarded(student), await isGuarded(other)]).toEqual([true, true])
  })
})

describe('staff', () => {
  it('see, record and remove a guardian, and say why', async () => {
    const [student, admin] = [await minor(), await newAdmin()]
    const own = newPhone()
    await run('UPDATE users SET phone = ? WHERE id = ?', own, student.id)
    const path = `/student/${student.id}/guardian`
    const body = { name: GUARDIAN, phone: own }
    expect(await outcome(callApi('PUT', path, { as: admin, body }))).toBe('bad-request')
    // The number of the account may be the guardian's: staff have spoken with them.
    await expectOk(callApi('PUT', path, { as: admin, body, headers: reason }))
    expect(await guardianOf(student, admin)).toMatchObject({ guardian: { phone: own, isByStaff: true } })
    expect(await lastAuditEntry('guardian.record')).toMatchObject({
      target_id: student.id,
      reason: 'اتكلمنا مع والدته',
    })
    expect(await outcome(callApi('DELETE', path, { as: admin }))).toBe('bad-request')
    await expectOk(callApi('DELETE', path, { as: admin, headers: reason }))
    expect(await outcome(callApi('DELETE', path, { as: admin, headers: reason }))).toBe('not-found')
    expect(await isGuarded(student)).toBe(false)
    const adult = await newStudent()
    const of = (id: number) => outcome(callApi('PUT', `/student/${id}/guardian`, { as: admin, body, headers: reason }))
    expect([await of(adult.id), await of(admin.id)]).toEqual(['illegal', 'student-not-found'])
  })

  it('alone do so: every other role is refused, and a student sees nobody else’s', async () => {
    const student = await minor()
    const path = `/student/${student.id}/guardian`
    const others = [await minor(), await onboardedTutor(), await tutorManager(), await newStudio()]
    for (const as of others) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const body = method === 'PUT' ? { body: { name: GUARDIAN, phone: newPhone() } } : {}
        expect(await outcome(callApi(method, path, { as, headers: reason, ...body }))).toBe('forbidden')
      }
    }
    for (const as of [...others.slice(1), await newAdmin(), await newSuperAdmin()])
      expect(await askCode(as, newPhone())).toBe('forbidden')
    expect(await outcome(callApi('GET', path))).toBe('unauthenticated')
  })
})

describe('the year of birth', () => {
  const edit = (as: Person, id: number, birthYear: number, headers: Record<string, string> = {}) =>
    outcome(callApi('PUT', `/user/${id}`, { as, body: { birthYear }, headers }))

  it('of a minor is changed by staff alone, who say why', async () => {
    const [student, admin] = [await verifiedStudent(), await newAdmin()]
    expect(await edit(student, student.id, 2000)).toBe('ok')
    expect(await edit(student, student.id, MINOR_YEAR)).toBe('ok')
    expect(await edit(student, student.id, 2000)).toBe('birth-year-fixed')
    expect(await edit(student, student.id, MINOR_YEAR - 1)).toBe('birth-year-fixed')
    expect(await edit(student, student.id, MINOR_YEAR)).toBe('ok')
    expect(await edit(admin, student.id, 2000)).toBe('bad-request')
    expect(await edit(admin, student.id, 2000, reason)).toBe('ok')
    expect(await row('SELECT birth_year FROM users WHERE id = ?', student.id)).toEqual({ birth_year: 2000 })
    expect(await edit(student, student.id, 1999)).toBe('ok')
  })
})

describe('tutors', () => {
  it('see that a student is a minor: in the lesson, before it, and in the chat', async () => {
    const [student, tutor] = [await minor(), await onboardedTutor()]
    await giveGuardian(student)
    const slotId = await insertSlot(tutor, at(20), at(30))
    const start = new Date(at(24)).toISOString()
    const lesson = await expectOk<{ id: number }>(
      callApi('POST', '/lesson/', { as: student, body: { tutorId: tutor.id, slotId, start, duration: 30 } }),
    )
    type Members = { members: { userId: number; isMinor: boolean; birthYear?: number }[] }
    const { members } = await expectOk<Members>(callApi('GET', `/lesson/${lesson.id}`, { as: tutor }))
    expect(members.map(({ userId, isMinor }) => [userId, isMinor]).sort()).toEqual(
      [
        [student.id, true],
        [tutor.id, false],
      ].sort(),
    )
    expect(members.every((one) => !('birthYear' in one))).toBe(true)
    const listed = await expectOk<{ list: Members[] }>(callApi('GET', `/lesson/list?users=${tutor.id}`, { as: tutor }))
    expect(listed.list[0]?.members.find(({ userId }) => userId === student.id)?.isMinor).toBe(true)
    expect(await expectOk(callApi('GET', `/student/${student.id}/brief`, { as: tutor }))).toMatchObject({
      isMinor: true,
    })
    const rooms = await expectOk<{ list: { roomId: number; otherMember: { isMinor: boolean } }[] }>(
      callApi('GET', `/chat/list/rooms/${tutor.id}`, { as: tutor }),
    )
    expect(rooms.list.map(({ otherMember }) => otherMember.isMinor)).toEqual([true])
    // They become adults for everybody with the new year after their 18th.
    setNow(Date.parse('2031-01-01T10:00:00Z'))
    const later = await again(tutor)
    expect(await expectOk(callApi('GET', `/student/${student.id}/brief`, { as: later }))).toMatchObject({
      isMinor: false,
    })
  })
})

describe('reports by minors', () => {
  const report = (as: Person, title: string) =>
    expectOk(upload('POST', '/report/with/asset', as, { title, description: 'مش شغال' }))

  it('are marked and come first where staff ask for that order', async () => {
    const [student, adult, admin] = [await minor(), await verifiedStudent(), await newAdmin()]
    await report(student, 'من طالب صغير')
    setNow(NOW + MINUTE)
    await report(adult, 'من طالب كبير')
    const listed = async (query: string) =>
      (
        await expectOk<{ list: { title: string; byMinor: boolean; userId: number }[] }>(
          callApi('GET', `/report/list?users=${student.id}&users=${adult.id}${query}`, { as: admin }),
        )
      ).list.map(({ userId, byMinor }) => [userId, byMinor])
    expect(await listed('')).toEqual([
      [adult.id, false],
      [student.id, true],
    ])
    expect(await listed('&minorsFirst=true')).toEqual([
      [student.id, true],
      [adult.id, false],
    ])
  })
})
