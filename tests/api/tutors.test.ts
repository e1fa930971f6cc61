import { describe, expect, it, vi } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  bumpTutorElsewhere,
  bumpTutorVersion,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, book, iso, startClockAtNoon, tryBook, tryCancel, tryMove } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

type Card = {
  id: number
  name: string
  topics: string[]
  englishTopics: string[]
  avgRating: number
  ratingCount: number
  lessonCount: number
  studentCount: number
  nearestFreeTime: string | null
}
type TutorPage = { list: Card[]; total: number }

let nameCount = 0
/** A name that only the tutors of one test have. */
const newName = () => `فريق${String.fromCharCode(0x0628 + (++nameCount % 20))}${nameCount}`

const search = (word: string, paging = '') =>
  expectOk<TutorPage>(callApi('GET', `/user/tutor/list/onboarded?search=${encodeURIComponent(word)}${paging}`))
const findIds = async (word: string) => (await search(word)).list.map(({ id }) => id)
const info = (id: number, as: Person | null = null) => expectOk<Card>(callApi('GET', `/user/tutor/info/${id}`, { as }))
const nextFreeTime = async (tutor: Person) => (await info(tutor.id)).nearestFreeTime

const rate = async (tutor: Person, student: Person, value: number, feedback: string | null = null) => {
  await run(
    'INSERT INTO ratings (rater_id, ratee_id, value, feedback, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    student.id,
    tutor.id,
    value,
    feedback,
    Date.now(),
    Date.now(),
  )
  await bumpTutorVersion(tutor.id)
}
async function addTopic(tutor: Person, nameAr: string, nameEn: string) {
  const topic = await row<{ id: number }>(
    'INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id',
    nameAr,
    nameEn,
  )
  await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', tutor.id, topic?.id)
  await bumpTutorVersion(tutor.id)
}

describe('the list of tutors', () => {
  it('is sorted by free time, then rating, then lessons; tutors without free time come last', async () => {
    const name = newName()
    const tutors = await Promise.all(Array.from({ length: 6 }, () => onboardedTutor(name)))
    const [late, soon, rated, taught, plain, none] = tutors as [Person, Person, Person, Person, Person, Person]
    const student = await verifiedStudent()
    await openSlot(late, at(5), 1)
    for (const tutor of [rated, taught, plain]) await openSlot(tutor, at(3), 1)
    await openSlot(soon, at(2), 1)
    for (const tutor of [late, rated]) await rate(tutor, student, 5)
    await rate(taught, student, 4)
    await rate(plain, student, 4)
    await insertLesson({ tutor: taught, student, start: at(-5) })
    await rate(none, student, 5)
    expect(await findIds(name)).toEqual([soon, rated, taught, plain, late, none].map(({ id }) => id))
  })

  it('shows cards whose counts exclude cancelled lessons', async () => {
    const name = newName()
    const tutor = await onboardedTutor(name)
    const [sara, nour] = await verifiedStudents(2)
    if (!sara || !nour) throw new Error('two students')
    await addTopic(tutor, `محادثة ${name}`, `Conversation ${name}`)
    await insertLesson({ tutor, student: sara, start: at(-9) })
    await insertLesson({ tutor, student: sara, start: at(-7) })
    await insertLesson({ tutor, student: nour, start: at(7) })
    await insertLesson({ tutor, student: nour, start: at(-8), canceledBy: nour })
    await rate(tutor, sara, 5)
    await rate(tutor, nour, 4)
    const [card] = (await search(name)).list
    expect(card).toMatchObject({
      id: tutor.id,
      name,
      topics: [`محادثة ${name}`],
      englishTopics: [`Conversation ${name}`],
      role: 3,
      notice: 0,
      gender: 'male',
      lessonCount: 3,
      studentCount: 2,
      avgRating: 4.5,
      ratingCount: 2,
      image: '/api/v1/assets/uploads/users.images.x',
      video: '/api/v1/assets/uploads/tutors.videos.x',
    })
    expect(JSON.stringify(card)).not.toMatch(/@|phone|0101/)
    expect(card).toEqual(await info(tutor.id))
  })

  it('finds names and topics, normalising the spelling', async () => {
    const tutor = await onboardedTutor('أَحْمَد عبدالرحمن الشّاذلي')
    await addTopic(tutor, 'الإنجليزيّة للأعمال', 'Business English (C1)')
    for (const word of [
      'احمد',
      'أحمد',
      'آحمد عبد',
      'شاذلى',
      'الشاذلي',
      ' احمـــد ',
      'انجليزيه',
      'الإنجليزية للاعمال',
      'business',
      'ENGLISH (c1)',
    ])
      expect([word, (await findIds(word)).includes(tutor.id)]).toEqual([word, true])
    for (const word of ['.*', 'english.', 'احمد business', '%', '_', 'محمد'])
      expect([word, (await findIds(word)).includes(tutor.id)]).toEqual([word, false])
  })

  it('has pages of ten that neither repeat nor miss a tutor', async () => {
    const name = newName()
    const tutors = await Promise.all(Array.from({ length: 12 }, () => onboardedTutor(name)))
    const pages = await Promise.all([1, 2, 3].map((page) => search(name, `&page=${page}`)))
    expect(pages.map(({ list, total }) => [list.length, total])).toEqual([
      [10, 12],
      [2, 12],
      [0, 12],
    ])
    const ids = pages.flatMap(({ list }) => list.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(tutors.map(({ id }) => id).toSorted())
    expect((await search(name, '&size=100')).list.map(({ id }) => id)).toEqual(ids)
  })

  it('excludes tutors as soon as they are no longer onboarded', async () => {
    const name = newName()
    const [omar, mona] = [await onboardedTutor(name), await tutorManager(name)]
    await run('UPDATE tutors SET video = NULL, thumbnail = NULL WHERE id IN (?, ?)', omar.id, mona.id)
    for (const tutor of [omar, mona]) await bumpTutorVersion(tutor.id)
    expect(await findIds(name)).toEqual([mona.id])
    const { ids } = await expectOk<{ ids: number[] }>(callApi('GET', '/user/tutor/list/ids'))
    expect([ids.includes(omar.id), ids.includes(mona.id)]).toEqual([false, true])
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', mona.id)
    await bumpTutorVersion(mona.id)
    expect(await findIds(name)).toEqual([])
  })

  it('shows a guest what another isolate has changed within two seconds, and whoever is signed in at once', async () => {
    const [name, sara] = [newName(), await verifiedStudent()]
    const omar = await onboardedTutor(name)
    const timer = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
    const pass = (ms: number) => timer.mockReturnValue(performance.now() + ms)
    const setActivated = async (activated: 0 | 1) => {
      await run('UPDATE tutors SET activated = ? WHERE id = ?', activated, omar.id)
      await bumpTutorElsewhere(omar.id)
    }
    expect(await findIds(name)).toEqual([omar.id])
    await setActivated(0)
    pass(1999)
    expect(await findIds(name)).toEqual([omar.id])
    expect(await outcome(callApi('GET', `/user/tutor/info/${omar.id}`, { as: sara }))).toBe('tutor-not-found')
    expect(await findIds(name)).toEqual([])
    await setActivated(1)
    expect(await findIds(name)).toEqual([])
    pass(1)
    expect(await findIds(name)).toEqual([omar.id])
    timer.mockRestore()
  })
})

describe('a tutor’s next free time', () => {
  it('is the next quarter hour in a slot for lessons', async () => {
    const mona = await tutorManager()
    expect(await nextFreeTime(mona)).toBeNull()
    await openSlot(mona, at(1), 1, 3)
    await openSlot(mona, at(2), 1, 4)
    expect(await nextFreeTime(mona)).toBeNull()
    await openSlot(mona, at(5), 1, 1)
    expect(await nextFreeTime(mona)).toBe(iso(at(5)))
    await openSlot(mona, at(3), 1, 2)
    expect(await nextFreeTime(mona)).toBe(iso(at(3)))
    setNow(at(3) + 1)
    expect(await nextFreeTime(mona)).toBe(iso(at(3.25)))
    setNow(at(3.75))
    expect(await nextFreeTime(mona)).toBe(iso(at(3.75)))
    setNow(at(3.75) + 1)
    expect(await nextFreeTime(mona)).toBe(iso(at(5)))
  })

  it('respects the tutor’s advance notice, to the minute', async () => {
    const tutor = await onboardedTutor('هدى سليم', 50)
    await openSlot(tutor, at(1), 1)
    setNow(at(1) - minutes(50))
    expect(await nextFreeTime(tutor)).toBe(iso(at(1)))
    setNow(at(1) - minutes(50) + 1)
    expect(await nextFreeTime(tutor)).toBe(iso(at(1.25)))
    setNow(at(1.75) - minutes(50) + 1)
    expect(await nextFreeTime(tutor)).toBeNull()
  })

  it('in the list can be booked, also at the edge of a quarter hour', async () => {
    const name = newName()
    const [tutor, student] = [await onboardedTutor(name), await verifiedStudent()]
    const slot = await openSlot(tutor, at(1), 1)
    setNow(at(1))
    expect((await search(name)).list[0]?.nearestFreeTime).toBe(iso(at(1)))
    setNow(at(1) + 20_000)
    expect(await tryBook(student, { tutor, slot, start: at(1), duration: 15 })).toBe('bad-request')
    expect((await search(name)).list[0]?.nearestFreeTime).toBe(iso(at(1.25)))
  })

  it('is correct after the clock is set back', async () => {
    const name = newName()
    const tutor = await onboardedTutor(name)
    await insertSlot(tutor, at(1), at(2))
    await insertSlot(tutor, at(50), at(51))
    await bumpTutorVersion(tutor.id)
    const listedFreeTime = async () => (await search(name)).list[0]?.nearestFreeTime
    setNow(at(10))
    expect(await listedFreeTime()).toBe(iso(at(50)))
    setNow(at(0.5))
    expect([await listedFreeTime(), await nextFreeTime(tutor)]).toEqual([iso(at(1)), iso(at(1))])
  })

  it('changes at once with every booking, move, cancellation and change of a slot', async () => {
    const name = newName()
    const [tutor, student] = [await onboardedTutor(name), await verifiedStudent()]
    const listedFreeTime = async () => {
      const [card] = (await search(name)).list
      expect(card?.nearestFreeTime).toBe(await nextFreeTime(tutor))
      return card?.nearestFreeTime
    }
    expect(await listedFreeTime()).toBeNull()
    const slot = await openSlot(tutor, at(24), 2)
    expect(await listedFreeTime()).toBe(iso(at(24)))
    const lesson = await book(student, { tutor, slot, start: at(24) })
    expect(await listedFreeTime()).toBe(iso(at(24.5)))
    await tryMove(student, { lesson, slot, start: at(24), duration: 15 })
    expect(await listedFreeTime()).toBe(iso(at(24.25)))
    await tryMove(student, { lesson, slot, start: at(25) })
    expect(await listedFreeTime()).toBe(iso(at(24)))
    const change = (action: Record<string, unknown>) =>
      expectOk(callApi('POST', '/availability-slot', { as: tutor, body: { actions: [action] } }))
    await change({ type: 'update', id: slot.id, start: iso(at(25)) })
    expect(await listedFreeTime()).toBe(iso(at(25.5)))
    await tryCancel(student, lesson)
    expect(await listedFreeTime()).toBe(iso(at(25)))
    await change({ type: 'delete', id: slot.id })
    expect(await listedFreeTime()).toBeNull()
  })

  it('is never outdated after a booking, also with concurrent reads', async () => {
    const name = newName()
    const tutor = await onboardedTutor(name)
    const slot = await openSlot(tutor, at(24), 2)
    const students = await verifiedStudents(8)
    for (const [index, student] of students.entries()) {
      const start = at(24 + index / 4)
      const [, ...reads] = await Promise.all([
        book(student, { tutor, slot, start, duration: 15 }),
        ...Array.from({ length: 5 }, () => search(name)),
      ])
      const next = index === 7 ? null : iso(start + minutes(15))
      for (const { list } of reads) expect([iso(start), next]).toContain(list[0]?.nearestFreeTime)
      expect((await search(name)).list[0]?.nearestFreeTime).toBe(next)
    }
  })
})

describe('a tutor’s page', () => {
  it('is shown to everybody once the tutor is onboarded, before that to the tutor only', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    expect((await info(tutor.id)).id).toBe(tutor.id)
    await run('UPDATE tutors SET bio = NULL WHERE id = ?', tutor.id)
    await bumpTutorVersion(tutor.id)
    const read = (id: number, as: Person | null) => outcome(callApi('GET', `/user/tutor/info/${id}`, { as }))
    for (const as of [null, student, await onboardedTutor()]) expect(await read(tutor.id, as)).toBe('tutor-not-found')
    expect(await info(tutor.id, tutor)).toMatchObject({ id: tutor.id, bio: null, nearestFreeTime: null })
    for (const id of [student.id, 999_999]) expect(await read(id, student)).toBe('tutor-not-found')
  })

  it('is cached until something changes or an admin flushes the cache, which is audited', async () => {
    const [tutor, adel] = [await onboardedTutor('عمر حسن'), await newAdmin()]
    const name = async () => (await info(tutor.id)).name
    expect(await name()).toBe('عمر حسن')
    await run("UPDATE users SET name = 'عمر شريف' WHERE id = ?", tutor.id)
    expect(await name()).toBe('عمر حسن')
    await expectOk(callApi('DELETE', '/cache/flush', { as: adel }))
    expect(await name()).toBe('عمر شريف')
    expect(await lastAuditEntry('cache.flush')).toMatchObject({ actor_id: adel.id, target_id: null })
    expect(await outcome(callApi('DELETE', '/cache/flush', { as: tutor }))).toBe('forbidden')
  })
})
