import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  callApi,
  expectOk,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

const WEDNESDAY = Date.parse('2026-02-11T10:00:00Z')

type User = {
  id: number
  email: string
  name: string | null
  phone: string | null
  notificationMethod: number | null
  verifiedEmail: boolean
  verifiedPhone: boolean
  hasPassword: boolean
  image: string | null
}
type Page<T> = { list: T[]; total: number }

const proof = { password: PASSWORD }

let adel: Person
let admin: Person

const put = (id: number, body: unknown, as: Person): Promise<Answer> => callApi('PUT', `/user/${id}`, { as, body })
const edit = (person: Person, body: unknown) => put(person.id, body, person)
const logIn = (email: string, password: string, ip = '10.0.0.1') =>
  callApi('POST', '/auth/password', { body: { email, password }, headers: { 'cf-connecting-ip': ip } })
const current = (person: Person) => callApi('GET', '/user/current', { as: person })

beforeAll(async () => {
  adel = await newSuperAdmin()
  admin = await newAdmin()
})
beforeEach(() => () => vi.useRealTimers())

describe('editing an account', () => {
  it('changes the given fields only, also for concurrent requests', async () => {
    const sara = await newStudent()
    const answers = await Promise.all([
      edit(sara, { name: 'سارة علي' }),
      edit(sara, { city: 3 }),
      edit(sara, { gender: 'female', birthYear: 2000 }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await current(sara)).body).toMatchObject({ name: 'سارة علي', city: 3, gender: 'female', birthYear: 2000 })
    await expectOk(edit(sara, { name: null, city: null }))
    expect((await current(sara)).body).toMatchObject({ name: null, city: null, birthYear: 2000 })
  })

  it('answers the error code of each field’s rule', async () => {
    const sara = await newStudent()
    const tutor = await onboardedTutor()
    const refused: [Person, object, string][] = [
      [sara, { name: 'a' }, 'short-user-name'],
      [sara, { name: 'س'.repeat(81) }, 'long-user-name'],
      [sara, { name: 'sara 1' }, 'invalid-user-name'],
      [sara, { name: 'سارة' }, 'api-invalid-user-name'],
      [tutor, { name: 'Omar' }, 'invalid-tutor-name'],
      [tutor, { name: 'عمر' }, 'api-invalid-user-name'],
      [sara, { birthYear: 1900 }, 'old-user'],
      [sara, { birthYear: 2024 }, 'young-user'],
      [tutor, { birthYear: 2015 }, 'young-user'],
      [sara, { phone: '0123' }, 'invalid-phone'],
      [sara, { email: 'nobody' }, 'invalid-email'],
      [tutor, { bio: '' }, 'empty-bio'],
      [tutor, { bio: 'قصير' }, 'short-bio'],
      [tutor, { bio: 'teacher of English for adults' }, 'invalid-bio'],
      [tutor, { bio: 5 }, 'invalid-bio'],
      [tutor, { about: 5 }, 'invalid-tutor-about'],
      [tutor, { bio: 'س'.repeat(61) }, 'long-bio'],
      [tutor, { about: 'x'.repeat(60) }, 'invalid-tutor-about'],
      [tutor, { about: 'عن نفسي' }, 'short-tutor-about'],
      [tutor, { about: 'س'.repeat(1001) }, 'long-tutor-about'],
      [tutor, { notice: 0 }, 'invalid-notice'],
      [tutor, { notice: 1441 }, 'max-notice-exceeded'],
      [tutor, { studioId: sara.id }, 'user-not-found'],
      [sara, {}, 'empty-request'],
      [sara, { bio: 'مدرس محادثة وقواعد للكبار والصغار' }, 'bad-request'],
      [sara, { image: 'a key' }, 'bad-request'],
      [sara, { activated: true }, 'forbidden'],
      [tutor, { activated: true }, 'forbidden'],
      [tutor, { bypassOnboarding: true }, 'forbidden'],
    ]
    const codes = await Promise.all(refused.map(async ([person, body]) => (await edit(person, body)).code))
    expect(codes).toEqual(refused.map(([, , code]) => code))
  })

  it('ignores role, credit score and verified flags', async () => {
    const sara = await newStudent()
    await expectOk(edit(sara, { name: 'سارة علي', role: 1, creditScore: 9, verifiedEmail: true }))
    expect((await current(sara)).body).toMatchObject({ role: 4, creditScore: 0, verifiedEmail: false })
  })

  it('a new e-mail must be unused, is unverified, and invalidates the code of the old one', async () => {
    const sara = await newStudent()
    const nour = await newStudent('nour')
    const oldCode = await mailedCode(sara.email)
    expect(await edit(sara, { email: nour.email, proof })).toMatchObject({ status: 409, code: 'user-exists' })
    const changed = await expectOk<User>(edit(sara, { email: `New.${sara.email}`, proof }))
    expect(changed).toMatchObject({ email: `new.${sara.email}`, verifiedEmail: false })
    const confirm = (code: number) => callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code } })
    expect(await confirm(oldCode)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
    await expectOk(confirm(await mailedCode(changed.email)))
    const same = await expectOk<User>(edit(sara, { email: changed.email }))
    expect(same.verifiedEmail).toBe(true)
  })

  it('a new phone is unverified and turns notifications off; they require a verified one', async () => {
    const sara = await newStudent()
    await expectOk(edit(sara, { phone: '٠١٠١٢٣٤٥٦٧٨' }))
    expect(await edit(sara, { notificationMethod: 1 })).toMatchObject({ status: 403, code: 'unverified-phone' })
    await run(
      'UPDATE users SET verified_phone = 1, verified_whatsapp = 1, notification_method = 1 WHERE id = ?',
      sara.id,
    )
    expect(await edit(sara, { phone: '01012345678' }).then(({ body }) => body)).toMatchObject({
      phone: '01012345678',
      verifiedPhone: true,
      notificationMethod: 1,
    })
    expect(await edit(sara, { phone: '01112345678', notificationMethod: 1, proof })).toMatchObject({
      code: 'unverified-phone',
    })
    expect(await expectOk<User>(edit(sara, { notificationMethod: null }))).toMatchObject({ notificationMethod: null })
    await expectOk(edit(sara, { notificationMethod: 1 }))
    expect(await expectOk<User>(edit(sara, { phone: '01112345678', proof }))).toMatchObject({
      verifiedPhone: false,
      verifiedWhatsApp: false,
      notificationMethod: null,
    })
  })

  it('a new password requires the current one and ends every session', async () => {
    setNow(WEDNESDAY)
    const sara = await newStudent()
    const change = (current: string | null, next: string) => edit(sara, { password: { current, new: next } })
    expect(await change('wrong', 'Better2026')).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await change(null, 'Better2026')).toMatchObject({ code: 'wrong-password' })
    expect(await change(PASSWORD, 'short1')).toMatchObject({ code: 'short-password' })
    expect(await change(PASSWORD, 'onlyletters')).toMatchObject({ code: 'invalid-password' })
    expect(await put(sara.id, { password: { current: PASSWORD, new: 'Better2026' } }, adel)).toMatchObject({
      code: 'forbidden',
    })
    await expectOk(change(PASSWORD, 'Better2026'))
    expect(await current(sara)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await logIn(sara.email, PASSWORD)).toMatchObject({ code: 'wrong-password' })
    const { token } = await expectOk<{ token: string }>(logIn(sara.email, 'Better2026'))
    expect((await current({ ...sara, token })).status).toBe(200)
    const stored = await row<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = ?', sara.id)
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('an account without a password sets its first one by another proof, or by the code that is mailed to it', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET password_hash = NULL WHERE id = ?', sara.id)
    expect(await logIn(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'no-password' })
    expect((await current(sara)).body).toMatchObject({ password: false, hasPassword: false })
    expect(await edit(sara, { password: { current: null, new: 'First2026' } })).toMatchObject({
      status: 403,
      code: 'proof-required',
    })
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const code = await mailedResetCode(sara.email)
    const body = { email: sara.email, code, password: 'First2026' }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body }))
    await expectOk(logIn(sara.email, 'First2026'))
  })

  it('a tutor’s change shows on the card at once, and removes the card when something is missing', async () => {
    const tutor = await onboardedTutor('عمر حسن')
    const card = () => callApi('GET', `/user/tutor/info/${tutor.id}`)
    expect((await card()).body).toMatchObject({ name: 'عمر حسن' })
    await expectOk(edit(tutor, { name: 'عمر شريف', notice: 90 }))
    expect((await card()).body).toMatchObject({ name: 'عمر شريف', notice: 90 })
    await expectOk(put(tutor.id, { activated: false }, admin))
    expect(await card()).toMatchObject({ status: 404, code: 'tutor-not-found' })
    await expectOk(put(tutor.id, { activated: true }, admin))
    expect((await card()).status).toBe(200)
    await expectOk(edit(tutor, { video: null }))
    expect((await card()).status).toBe(404)
  })

  it('staff edit whom they may; each change is audited, without secrets', async () => {
    const studio = await newStudio()
    const tutor = await onboardedTutor()
    const bio = 'مدرس محادثة للكبار والصغار كمان'
    expect(await put(tutor.id, { bio }, studio)).toMatchObject({ status: 403, code: 'forbidden' })
    await expectOk(edit(tutor, { studioId: studio.id }))
    await expectOk(put(tutor.id, { bio }, studio))
    expect(await lastAuditEntry('user.edit')).toMatchObject({
      actor_id: studio.id,
      target_id: tutor.id,
      before: { bio: 'مدرس محادثة وقواعد للكبار والصغار' },
      after: { bio },
    })
    expect(await put(tutor.id, { image: null }, studio)).toMatchObject({ code: 'forbidden' })
    await expectOk(edit(studio, { address: '٥ شارع النيل، القاهرة', name: 'استوديو النيل' }))
    expect(await put(adel.id, { name: 'Somebody' }, admin)).toMatchObject({ code: 'forbidden' })
    expect(await put(tutor.id, { name: 'Somebody' }, await newStudent())).toMatchObject({ code: 'forbidden' })
    expect(await put(999_999, { name: 'سارة علي' }, admin)).toMatchObject({ status: 404, code: 'user-not-found' })
    await expectOk(edit(studio, { password: { current: PASSWORD, new: 'Secret2026' } }))
    const entry = await lastAuditEntry('user.edit')
    expect(entry?.after).toEqual({ password: 'changed' })
    expect(JSON.stringify(entry)).not.toContain('Secret2026')
  })

  it('people’s own changes are not audited', async () => {
    const sara = await newStudent()
    await expectOk(edit(sara, { name: 'سارة علي' }))
    expect(await row('SELECT id FROM audit_entries WHERE actor_id = ?', sara.id)).toBeNull()
  })
})

describe('reading accounts', () => {
  it('is allowed to admins, filtered by role, city, gender, verification and part of name, e-mail or phone', async () => {
    const sara = await newStudent()
    const name = 'إيمان الصاوي'
    await expectOk(edit(sara, { name, city: 30, gender: 'female', phone: '01255555555' }))
    const find = async (query: string) => {
      const found = await expectOk<Page<User>>(callApi('GET', `/user/list?${query}&size=100`, { as: admin }))
      return found.list.map((user) => user.id)
    }
    expect(await find('role=4&city=30&gender=female&verified=false')).toEqual([sara.id])
    // 3 and 30 are the numbers of one governorate.
    expect(await find('role=4&city=3&gender=female')).toEqual([sara.id])
    expect(await find('role=3&city=30')).toEqual([])
    expect(await find('city=30&verified=true')).toEqual([])
    for (const word of ['ايمان', 'الصاوى', '0125555', '٠١٢٥٥٥', sara.email.slice(0, 12)])
      expect(await find(`city=30&search=${encodeURIComponent(word)}`)).toEqual([sara.id])
    expect(await find('city=30&search=25555&match=prefix')).toEqual([])
    expect(await find('city=30&search=012555&match=prefix')).toEqual([sara.id])
    expect(await find('city=30&online=true')).toEqual([])
    expect(await find('city=30&online=false')).toEqual([sara.id])
    expect(await expectOk<User>(callApi('GET', `/user/${sara.id}`, { as: admin }))).toMatchObject({ id: sara.id, name })
    expect(await callApi('GET', `/user/${sara.id}`, { as: sara })).toMatchObject({ code: 'forbidden' })
    expect(await callApi('GET', '/user/999999', { as: admin })).toMatchObject({ status: 404, code: 'user-not-found' })
    expect(await callApi('GET', '/user/list', { as: sara })).toMatchObject({ code: 'forbidden' })
    const page = await expectOk<Page<User>>(callApi('GET', '/user/list?size=2&page=2', { as: admin }))
    expect(page.list).toHaveLength(2)
    expect(page.total).toBeGreaterThan(4)
  })

  it('studios are listed to tutors and admins', async () => {
    const studio = await newStudio()
    const tutor = await onboardedTutor()
    const { list } = await expectOk<Page<User>>(callApi('GET', '/user/studio/list?size=100', { as: tutor }))
    expect(list.find(({ id }) => id === studio.id)).toEqual({
      id: studio.id,
      name: null,
      image: null,
      address: null,
      mapUrl: null,
      hours: null,
      updatedAt: expect.any(String),
    })
    expect(await callApi('GET', '/user/studio/list', { as: await newStudent() })).toMatchObject({ code: 'forbidden' })
  })
})

describe('a student’s profile', () => {
  it('is read by the student and by admins', async () => {
    const sara = await newStudent()
    const read = (as: Person) => callApi('GET', `/student/${sara.id}`, { as })
    const emptyProfile = { jobTitle: null, englishLevel: null, learningObjective: null, timePeriod: null }
    expect(await expectOk(read(sara))).toMatchObject({ id: sara.id, userId: sara.id, ...emptyProfile })
    await run('DELETE FROM students WHERE id = ?', sara.id)
    expect(await expectOk(read(sara))).toMatchObject({ id: sara.id, userId: sara.id, ...emptyProfile })
    await expectOk(callApi('PUT', `/student/${sara.id}`, { as: sara, body: { jobTitle: 'مهندسة', timePeriod: 0 } }))
    expect(await expectOk(read(admin))).toMatchObject({ ...emptyProfile, jobTitle: 'مهندسة', timePeriod: 0 })
    expect(await read(await newStudent())).toMatchObject({ code: 'forbidden' })
    const tutor = await onboardedTutor()
    expect(await callApi('GET', `/student/${tutor.id}`, { as: admin })).toMatchObject({ code: 'student-not-found' })
  })

  it('is changed by the student and by admins, field by field', async () => {
    const sara = await newStudent()
    const editProfile = (as: Person, body: unknown) => callApi('PUT', `/student/${sara.id}`, { as, body })
    await expectOk(editProfile(sara, { jobTitle: 'مهندسة', englishLevel: 2 }))
    expect(await expectOk(editProfile(sara, { learningObjective: 'السفر' }))).toMatchObject({
      id: sara.id,
      userId: sara.id,
      jobTitle: 'مهندسة',
      englishLevel: 2,
      learningObjective: 'السفر',
    })
    await expectOk(editProfile(admin, { englishLevel: 3 }))
    expect(await lastAuditEntry('student.edit')).toMatchObject({
      target_id: sara.id,
      before: { englishLevel: 2 },
      after: { englishLevel: 3 },
    })
    expect(await editProfile(sara, {})).toMatchObject({ code: 'empty-request' })
    expect(await editProfile(sara, { englishLevel: 7 })).toMatchObject({ code: 'invalid-english-level' })
    expect(await editProfile(await newStudent(), { englishLevel: 1 })).toMatchObject({ code: 'forbidden' })
    const tutor = await onboardedTutor()
    expect(await callApi('PUT', `/student/${tutor.id}`, { as: admin, body: { englishLevel: 1 } })).toMatchObject({
      status: 404,
      code: 'student-not-found',
    })
  })
})
