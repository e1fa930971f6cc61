import { describe, expect, it } from 'vitest'
import {
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newStudent,
  onboardedTutor,
  outcome,
  type Person,
  verifiedStudent,
} from '#tests/people'
import { at, startClockAtNoon } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

const ENGLISH = { englishName: 'Khadija El-Roby', englishBio: 'Calm conversation for shy beginners' }

type Named = { id: number; name: string | null; englishName: string | null; englishBio?: string | null }
type Listed = { list: Named[] }

const edit = (id: number, body: object, as: Person) => callApi('PUT', `/user/${id}`, { as, body })
const found = async (address: string, as: Person | null) =>
  (await expectOk<Listed>(callApi('GET', address, { as }))).list.map(({ id }) => id)

describe('a tutor’s English name and bio', () => {
  it('are given by the tutor, refused with their codes, and taken out again', async () => {
    const tutor = await onboardedTutor('خديجة الروبي')
    await expectOk(edit(tutor.id, ENGLISH, tutor))
    const info = () => expectOk<Named>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    expect(await info()).toMatchObject({ name: 'خديجة الروبي', ...ENGLISH })
    for (const [body, code] of [
      [{ englishName: 'خديجة' }, 'invalid-english-name'],
      [{ englishName: 'K' }, 'invalid-english-name'],
      [{ englishName: '' }, 'invalid-english-name'],
      [{ englishName: 'Khadija 2' }, 'invalid-english-name'],
      [{ englishBio: 'Too short' }, 'invalid-english-bio'],
      [{ englishBio: 'Conversation for everybody, أهلًا' }, 'invalid-english-bio'],
      [{ name: 'Khadija El-Roby' }, 'invalid-tutor-name'],
    ] as const)
      expect([body, await outcome(edit(tutor.id, body, tutor))]).toEqual([body, code])
    await expectOk(edit(tutor.id, { englishName: null, englishBio: null }, tutor))
    expect(await info()).toMatchObject({ name: 'خديجة الروبي', englishName: null, englishBio: null })
  })

  it('are only for the tutor side', async () => {
    const sara = await newStudent()
    for (const body of [{ englishName: ENGLISH.englishName }, { englishBio: ENGLISH.englishBio }])
      expect(await outcome(edit(sara.id, body, sara))).toBe('bad-request')
  })

  it('stand beside the Arabic ones wherever a tutor is named, for guests and for both members of a lesson', async () => {
    const tutor = await onboardedTutor('عبلة كامل')
    const student = await verifiedStudent()
    await expectOk(edit(tutor.id, { englishName: 'Abla Kamel' }, tutor))
    const id = await insertLesson({ tutor, student, start: at(3) })
    const one = await expectOk<{ members: Named[] }>(callApi('GET', `/lesson/${id}`, { as: student }))
    const names = one.members.map(({ englishName }) => englishName)
    expect(names.toSorted()).toEqual(['Abla Kamel', null])
    const { list } = await expectOk<Listed>(
      callApi('GET', `/user/tutor/list/onboarded?search=${encodeURIComponent('عبله')}`),
    )
    expect(list).toMatchObject([{ id: tutor.id, name: 'عبلة كامل', englishName: 'Abla Kamel' }])
  })

  it('find the tutor for guests, students and staff', async () => {
    const tutor = await onboardedTutor('شريهان سالم')
    await expectOk(edit(tutor.id, { englishName: 'Sherihán O’Sâlem' }, tutor))
    const admin = await newAdmin()
    const student = await verifiedStudent()
    const list = (word: string) => `/user/tutor/list/onboarded?search=${encodeURIComponent(word)}`
    for (const word of ['sherihan', 'SALEM', 'شريهان']) expect(await found(list(word), null)).toEqual([tutor.id])
    expect(await found(`/user/tutor/list/for/student?search=sherihan`, student)).toEqual([tutor.id])
    expect(await found('/user/list?search=sherihan', admin)).toEqual([tutor.id])
    expect(await found('/user/list?search=sherihan&match=prefix', admin)).toEqual([tutor.id])
    expect(await found('/user/list?search=salem&match=prefix', admin)).toEqual([])
    expect(await found('/user/list?search=sherihan&match=exact', admin)).toEqual([])
    expect(await found(`/user/tutor/full-tutors?name=sherihan`, admin)).toEqual([tutor.id])
    const { people } = await expectOk<{ people: Named[] }>(callApi('GET', '/staff/search?q=sherih', { as: admin }))
    expect(people.map(({ id }) => id)).toEqual([tutor.id])
  })

  it('are changed by staff in the version that was read, and audited', async () => {
    const tutor = await onboardedTutor()
    const admin = await newAdmin()
    const read = await callApi('GET', `/user/${tutor.id}`, { as: admin })
    const { updatedAt } = read.body as { updatedAt: string }
    const save = () =>
      callApi('PUT', `/user/${tutor.id}`, { as: admin, body: ENGLISH, headers: { 'if-match': `"${updatedAt}"` } })
    await expectOk(save())
    expect(await lastAuditEntry('user.edit')).toMatchObject({
      target_id: tutor.id,
      before: { englishName: null, englishBio: null },
      after: ENGLISH,
    })
    expect(await outcome(save())).toBe('version-conflict')
  })
})
