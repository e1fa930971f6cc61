import { describe, expect, it } from 'vitest'
import {
  bumpTutorVersion,
  callApi,
  expectOk,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  run,
  verifiedStudent,
} from '#tests/people'
import { at, iso, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Facets = {
  topics: { id: number; name: { ar: string; en: string }; count: number }[]
  gender: Record<'male' | 'female', number>
  when: Record<'now' | 'today' | 'evening' | 'weekend', number>
  ratings: { atLeast: number; count: number }[]
  without: Record<string, number>
  slow: number
  favourites: number
  fitting: number
}
type Card = {
  id: number
  nextTimes: string[]
  nearestFreeTime: string | null
  quote: string | null
  speaksSlowly: boolean
}
type Found = { list: Card[]; total: number; facets?: Facets; chosenTopics?: string[]; chosenEnglishTopics?: string[] }

let count = 0
const newName = () => `باحث${String.fromCharCode(0x0628 + (++count % 20))}${count}`
const publicList = (name: string, more = '') =>
  expectOk<Found>(callApi('GET', `/user/tutor/list/onboarded?search=${encodeURIComponent(name)}${more}`))
const studentList = (as: Person, name: string, more = '') =>
  expectOk<Found>(callApi('GET', `/user/tutor/list/for/student?search=${encodeURIComponent(name)}${more}`, { as }))
const idsOf = ({ list }: Found) => list.map(({ id }) => id)
const nameOf = async ({ id }: Person) =>
  (await row<{ name: string }>('SELECT name FROM users WHERE id = ?', id))?.name ?? ''

async function teach(tutor: Person, topicId: number | undefined) {
  await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', tutor.id, topicId)
  await bumpTutorVersion(tutor.id)
}
const newTopic = async (name: string) =>
  (
    await row<{ id: number }>(
      'INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id',
      name,
      `Topic ${name}`,
    )
  )?.id ?? 0
const rate = async (tutor: Person, value: number, feedback: string | null, createdAt: number) => {
  const student = await verifiedStudent()
  await run(
    'INSERT INTO ratings (rater_id, ratee_id, value, feedback, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[student.id, tutor.id, value, feedback, createdAt, createdAt],
  )
  await bumpTutorVersion(tutor.id)
}
const change = async (tutor: Person, assignment: string, table = 'tutors') => {
  await run(`UPDATE ${table} SET ${assignment} WHERE id = ?`, tutor.id)
  await bumpTutorVersion(tutor.id)
}

describe('a narrowed list', () => {
  it('counts every option before it is chosen, and keeps each filter', async () => {
    const name = newName()
    const [mona, omar] = [await onboardedTutor(name), await onboardedTutor(name)]
    const topic = await newTopic(name)
    await teach(mona, topic)
    await change(mona, "gender = 'female'", 'users')
    await change(mona, 'speaks_slowly = 1')
    await openSlot(mona, at(1), 1)
    await openSlot(omar, at(6), 1)
    await rate(mona, 5, null, 1)

    const { facets, total } = await publicList(name, '&facets=true')
    expect(total).toBe(2)
    expect(facets).toMatchObject({
      topics: [{ id: topic, name: { ar: name, en: `Topic ${name}` }, count: 1 }],
      gender: { male: 1, female: 1 },
      when: { now: 1, today: 2, evening: 1 },
      ratings: [
        { atLeast: 4, count: 1 },
        { atLeast: 4.5, count: 1 },
      ],
      slow: 1,
    })
    for (const filter of [`topic=${topic}`, 'gender=female', 'when=now', 'rating=4.5', 'slow=true'])
      expect([filter, idsOf(await publicList(name, `&${filter}`))]).toEqual([filter, [mona.id]])
    const none = await publicList(name, `&topic=${topic}&when=evening&facets=true`)
    expect(none).toMatchObject({ total: 0, facets: { without: { topic: 1, when: 1, gender: 0 } } })
    expect(await publicList(name)).not.toHaveProperty('facets')
  })

  it('names times of the part of the day that is asked for', async () => {
    const name = newName()
    const tutor = await onboardedTutor(name)
    await openSlot(tutor, at(1), 1)
    await openSlot(tutor, at(6), 1)
    const [any] = (await publicList(name)).list
    expect(any?.nextTimes).toEqual([iso(at(1)), iso(at(1.25)), iso(at(6))])
    const [evening] = (await publicList(name, '&when=evening')).list
    expect(evening?.nextTimes).toEqual([iso(at(6)), iso(at(6.25)), iso(at(6.5))])
    expect(evening?.nearestFreeTime).toBe(iso(at(1)))
  })

  it('is put into another order when asked', async () => {
    const name = newName()
    const [rated, soon] = [await onboardedTutor(name), await onboardedTutor(name)]
    await openSlot(soon, at(1), 1)
    await rate(rated, 5, null, 1)
    expect(idsOf(await publicList(name))).toEqual([soon.id, rated.id])
    expect(idsOf(await publicList(name, '&sort=rating'))).toEqual([rated.id, soon.id])
  })
})

describe('a card', () => {
  it('quotes the best and then newest review of at least four stars', async () => {
    const name = newName()
    const tutor = await onboardedTutor(name)
    const quote = async () => (await publicList(name)).list[0]?.quote
    await rate(tutor, 5, null, 90)
    await rate(tutor, 3, 'مش قد كده', 80)
    expect(await quote()).toBeNull()
    await rate(tutor, 4, 'كويس', 70)
    expect(await quote()).toBe('كويس')
    await rate(tutor, 5, 'أقدم', 10)
    await rate(tutor, 5, 'شرحها\nجميل', 20)
    expect(await quote()).toBe('شرحها جميل')
  })

  it('shows what the tutor says of speaking slowly', async () => {
    const tutor = await onboardedTutor()
    const saved = (speaksSlowly: unknown) =>
      outcome(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { speaksSlowly } }))
    expect(await saved(true)).toBe('ok')
    const [card] = (await publicList(await nameOf(tutor), '&slow=true&size=100')).list.filter(
      ({ id }) => id === tutor.id,
    )
    expect(card?.speaksSlowly).toBe(true)
    expect(await saved('yes')).toBe('bad-request')
  })
})

describe('a student’s list', () => {
  it('recommends who teaches the chosen topics', async () => {
    const name = newName()
    const student = await verifiedStudent()
    const [soon, teacher] = [await onboardedTutor(name), await onboardedTutor(name)]
    await openSlot(soon, at(1), 1)
    await openSlot(teacher, at(5), 1)
    const topic = await newTopic(name)
    await teach(teacher, topic)
    expect(await studentList(student, name)).toMatchObject({
      list: [{ id: soon.id }, { id: teacher.id }],
      chosenTopics: [],
    })
    await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', student.id, topic)
    const found = await studentList(student, name)
    expect(found).toMatchObject({
      list: [{ id: teacher.id }, { id: soon.id }],
      chosenTopics: [name],
      chosenEnglishTopics: [`Topic ${name}`],
    })
    expect(idsOf(await studentList(student, name, '&sort=soonest'))).toEqual([soon.id, teacher.id])
  })

  it('is narrowed to lessons that the minutes left pay for before they renew', async () => {
    const name = newName()
    const student = await verifiedStudent()
    const [soon, later] = [await onboardedTutor(name), await onboardedTutor(name)]
    await openSlot(soon, at(1), 2)
    await openSlot(later, at(24 * 8), 1)
    expect(idsOf(await studentList(student, name, '&fitting=true'))).toEqual([soon.id])
    expect((await studentList(student, name, '&facets=true')).facets?.fitting).toBe(1)
    await run('UPDATE subscriptions SET "end" = start + 1 WHERE user_id = ?', student.id)
    expect((await studentList(student, name, '&facets=true')).facets?.fitting).toBe(0)
  })

  it('is for students alone', async () => {
    const tutor = await onboardedTutor()
    const path = '/user/tutor/list/for/student'
    expect(await outcome(callApi('GET', path, { as: tutor }))).toBe('forbidden')
    expect(await outcome(callApi('GET', path))).toBe('unauthenticated')
  })
})

describe('favourites', () => {
  const set = (as: Person, id: number, method: 'PUT' | 'DELETE' = 'PUT') =>
    outcome(callApi(method, `/favourite-tutor/${id}`, { as }))
  const favouritesOf = async (as: Person) =>
    (await expectOk<{ ids: number[] }>(callApi('GET', '/favourite-tutor/list', { as }))).ids

  it('are added and removed once, however often', async () => {
    const name = newName()
    const student = await verifiedStudent()
    const other = await verifiedStudent()
    const [mona, omar] = [await onboardedTutor(name), await onboardedTutor(name)]
    for (const _ of [1, 2]) expect(await set(student, mona.id)).toBe('ok')
    expect(await favouritesOf(student)).toEqual([mona.id])
    expect(await favouritesOf(other)).toEqual([])
    expect(idsOf(await studentList(student, name, '&favourites=true'))).toEqual([mona.id])
    expect((await studentList(student, name, '&facets=true')).facets?.favourites).toBe(1)
    expect(await set(student, omar.id)).toBe('ok')
    for (const _ of [1, 2]) expect(await set(student, mona.id, 'DELETE')).toBe('ok')
    expect(await favouritesOf(student)).toEqual([omar.id])
  })

  it('are tutors who are listed, and leave the list with them', async () => {
    const name = newName()
    const student = await verifiedStudent()
    const tutor = await onboardedTutor(name)
    expect(await set(student, student.id)).toBe('tutor-not-found')
    expect(await set(student, tutor.id)).toBe('ok')
    await change(tutor, 'activated = 0')
    expect((await studentList(student, name, '&favourites=true')).total).toBe(0)
    expect(await set(student, tutor.id)).toBe('tutor-not-found')
    expect(await set(student, tutor.id, 'DELETE')).toBe('ok')
  })

  it('are two hundred at the most', async () => {
    const student = await verifiedStudent()
    const [first, tutor] = [await onboardedTutor(), await onboardedTutor()]
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
       INSERT INTO users (email, role, created_at, updated_at) SELECT 'favourite' || i || '@hessa.test', 3, 0, 0 FROM n`,
    )
    await run(
      "INSERT INTO favourite_tutors (student_id, tutor_id, created_at) SELECT ?, id, 0 FROM users WHERE email LIKE 'favourite%'",
      student.id,
    )
    expect(await set(student, first.id)).toBe('ok')
    expect(await set(student, tutor.id)).toBe('forbidden')
    expect(await set(student, first.id)).toBe('ok')
  })
})

describe('the times of a tutor', () => {
  it('are public, and name the longest lesson that fits', async () => {
    const tutor = await onboardedTutor()
    await openSlot(tutor, at(2), 0.5)
    const { times } = await expectOk<{ times: unknown }>(callApi('GET', `/user/tutor/times/${tutor.id}`))
    expect(times).toEqual([
      { start: iso(at(2)), longest: 30 },
      { start: iso(at(2.25)), longest: 15 },
    ])
  })

  it('do not exist for a tutor who is not listed', async () => {
    const student = await verifiedStudent()
    expect(await outcome(callApi('GET', `/user/tutor/times/${student.id}`))).toBe('tutor-not-found')
  })
})
