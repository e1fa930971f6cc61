import { describe, expect, it, vi } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  bumpTutorVersion,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

const outcomeOf = (path: string, as: Person | null = null) => outcome(callApi('GET', path, { as }))
const read = (path: string, as: Person | null = null) => expectOk<unknown>(callApi('GET', path, { as }))

/** A tutor and two students with past, upcoming and cancelled lessons; one ends at `NOW`. */
async function lessonsOfEveryKind() {
  const tutor = await onboardedTutor()
  const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
  await insertLesson({ tutor, student: sara, start: at(-5) })
  await insertLesson({ tutor, student: sara, start: NOW - minutes(15), duration: 15 })
  await insertLesson({ tutor, student: nour, start: at(-4), canceledBy: nour })
  await insertLesson({ tutor, student: nour, start: at(-1.25) })
  await insertLesson({ tutor, student: nour, start: at(3) })
  await insertLesson({ tutor, student: sara, start: at(5), canceledBy: tutor })
  return { tutor, sara, nour }
}

describe('the statistics of a tutor', () => {
  it('for everybody count ended lessons that were not cancelled, to the last millisecond', async () => {
    const { tutor } = await lessonsOfEveryKind()
    const path = `/user/tutor/stats/${tutor.id}`
    // Guests are answered from memory for two seconds.
    const begun = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(begun)
    const passTo = (now: number, waited: number) => {
      setNow(now)
      clock.mockReturnValue(begun + waited)
    }
    const before = { lessonCount: 3, studentCount: 2, totalMinutes: 75 }
    expect(await read(path)).toEqual(before)
    passTo(NOW - 1, 1999)
    expect(await read(path)).toEqual(before)
    passTo(NOW - 1, 2000)
    expect(await read(path)).toEqual({ lessonCount: 2, studentCount: 2, totalMinutes: 60 })
    passTo(at(3.5), 4000)
    expect(await read(path)).toEqual({ lessonCount: 4, studentCount: 2, totalMinutes: 105 })
    clock.mockRestore()
  })

  it('for the tutor count lessons that have begun, and upcoming ones apart', async () => {
    const { tutor } = await lessonsOfEveryKind()
    const path = '/user/tutor/stats/personalized'
    const own = { studentCount: 2, totalLessonCount: 4 }
    expect(await read(path, tutor)).toEqual({ ...own, completedLessonCount: 3, totalTutoringTime: 75 })
    setNow(at(3) + 1)
    expect(await read(path, tutor)).toEqual({ ...own, completedLessonCount: 4, totalTutoringTime: 105 })
  })

  it('exist for tutors and managers, onboarded or not', async () => {
    const { tutor, sara } = await lessonsOfEveryKind()
    await run('UPDATE tutors SET bio = NULL WHERE id = ?', tutor.id)
    for (const id of [tutor.id, (await tutorManager()).id])
      expect(await outcomeOf(`/user/tutor/stats/${id}`)).toBe('ok')
    for (const id of [sara.id, 999_999]) expect(await outcomeOf(`/user/tutor/stats/${id}`)).toBe('tutor-not-found')
  })
})

describe('the lessons taught per day', () => {
  const days = (after: number, before: number) =>
    `/lesson/attended/stats?after=${new Date(after).toISOString()}&before=${new Date(before).toISOString()}`

  it('are ended lessons that were not cancelled; a manager’s count as free', async () => {
    const [tutor, manager, student] = await Promise.all([onboardedTutor(), tutorManager(), verifiedStudent()])
    const monthAgo = (hours: number) => at(hours - 24 * 30)
    setNow(monthAgo(1))
    await insertLesson({ tutor, student, start: monthAgo(-24) })
    await insertLesson({ tutor, student, start: monthAgo(1) - minutes(15), duration: 15 })
    await insertLesson({ tutor, student, start: monthAgo(-2), canceledBy: student })
    await insertLesson({ tutor, student, start: monthAgo(0.75) + minutes(15) })
    await insertLesson({ tutor: manager, student, start: monthAgo(-20) })
    await run('UPDATE lessons SET price = 0 WHERE start = ?', monthAgo(-20))
    const none = { paidLessonCount: 0, paidTutoringMinutes: 0, freeLessonCount: 0, freeTutoringMinutes: 0 }
    const adel = await newAdmin()
    expect(await read(days(monthAgo(-30), monthAgo(48)), adel)).toEqual([
      {
        ...none,
        date: '2026-01-11',
        paidLessonCount: 1,
        paidTutoringMinutes: 30,
        freeLessonCount: 1,
        freeTutoringMinutes: 30,
      },
      { ...none, date: '2026-01-12', paidLessonCount: 1, paidTutoringMinutes: 15 },
    ])
    expect(await read(days(monthAgo(-30), monthAgo(0)), adel)).toMatchObject([{ date: '2026-01-11' }])
  })

  it('count a lesson as it was changed last', async () => {
    const [tutor, student, adel] = [await onboardedTutor(), await verifiedStudent(), await newAdmin()]
    const weekAgo = at(-24 * 7)
    const [kept, moved, canceled] = [
      await insertLesson({ tutor, student, start: weekAgo - minutes(180) }),
      await insertLesson({ tutor, student, start: weekAgo - minutes(240) }),
      await insertLesson({ tutor, student, start: weekAgo - minutes(300) }),
    ]
    const minutesOf = async () =>
      (
        await expectOk<{ tutorId: number; tutoringMinutes: number }[]>(
          callApi('GET', '/user/tutor/tutoring-minutes', { as: adel }),
        )
      ).find(({ tutorId }) => tutorId === tutor.id)?.tutoringMinutes
    expect(await minutesOf()).toBe(90)
    await run('UPDATE lessons SET duration = 15, price = 0 WHERE id = ?', kept)
    const nextDay = weekAgo + minutes(24 * 60)
    const slot = await insertSlot(tutor, nextDay, nextDay + minutes(30))
    await run('UPDATE lessons SET start = ?, slot_id = ? WHERE id = ?', nextDay, slot, moved)
    await run('UPDATE lessons SET canceled_at = 1, canceled_by = ? WHERE id = ?', student.id, canceled)
    expect(await read(days(weekAgo - minutes(24 * 60), at(-24 * 5)), adel)).toMatchObject([
      { paidLessonCount: 0, paidTutoringMinutes: 0, freeLessonCount: 1, freeTutoringMinutes: 15 },
      { paidLessonCount: 1, paidTutoringMinutes: 30, freeLessonCount: 0, freeTutoringMinutes: 0 },
    ])
    expect(await minutesOf()).toBe(45)
  })

  it('are shown to admins, in a valid window', async () => {
    const [adel, tutor] = [await newAdmin(), await onboardedTutor()]
    expect(await outcomeOf(days(at(24), at(-24)), adel)).toBe('bad-request')
    expect(await outcomeOf('/lesson/attended/stats', adel)).toBe('bad-request')
    expect(await outcomeOf(days(at(-24), at(24)), tutor)).toBe('forbidden')
    expect(await outcomeOf(days(at(-24), at(24)))).toBe('unauthenticated')
  })
})

describe('the activity of a tutor', () => {
  it('is what was taught on each day in Cairo time', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    const midnight = Date.parse('2026-02-09T22:00:00Z')
    await insertLesson({ tutor, student, start: midnight - minutes(30) })
    await insertLesson({ tutor, student, start: midnight, duration: 15 })
    await insertLesson({ tutor, student, start: midnight + minutes(15) })
    await insertLesson({ tutor, student, start: midnight + minutes(60), canceledBy: student })
    await insertLesson({ tutor, student, start: at(1) })
    expect(await read(`/user/tutor/activity/${tutor.id}`)).toEqual({
      '2026-02-09': { score: 2, lessonCount: 1 },
      '2026-02-10': { score: 3, lessonCount: 2 },
    })
  })

  it('exists for onboarded tutors only', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    expect(await read(`/user/tutor/activity/${tutor.id}`)).toEqual({})
    await run('UPDATE tutors SET about = NULL WHERE id = ?', tutor.id)
    await bumpTutorVersion(tutor.id)
    for (const id of [tutor.id, student.id, 999_999])
      expect(await outcomeOf(`/user/tutor/activity/${id}`, tutor)).toBe('tutor-not-found')
  })
})

describe('the statistics of a student', () => {
  it('separate the past (ended) from the future (not begun)', async () => {
    const { sara } = await lessonsOfEveryKind()
    const path = `/user/student/stats/${sara.id}`
    const all = {
      tutorCount: { total: 1, ratified: 0, canceled: 1 },
      minutes: { total: 75, ratified: 45, canceled: 30 },
    }
    expect(await read(path, sara)).toEqual({
      ...all,
      lessonCount: {
        total: 3,
        ratified: 2,
        canceled: 1,
        past: { total: 2, ratified: 2, canceled: 0 },
        future: { total: 1, ratified: 0, canceled: 1 },
      },
    })
    setNow(NOW - 1)
    expect(await read(path, sara)).toMatchObject({
      lessonCount: { total: 3, past: { total: 1 }, future: { total: 1 } },
    })
  })

  it('are shown to the student and to admins', async () => {
    const { sara, nour, tutor } = await lessonsOfEveryKind()
    const path = `/user/student/stats/${sara.id}`
    for (const as of [sara, await newAdmin()]) expect(await outcomeOf(path, as)).toBe('ok')
    expect(await outcomeOf(path, nour)).toBe('forbidden')
    for (const id of [tutor.id, 999_999])
      expect(await outcomeOf(`/user/student/stats/${id}`, await newAdmin())).toBe('student-not-found')
  })

  it('for the student exclude cancelled lessons', async () => {
    const { sara, nour } = await lessonsOfEveryKind()
    const path = '/user/student/stats/personalized'
    expect(await read(path, sara)).toEqual({
      tutorCount: 1,
      completedLessonCount: 2,
      upcomingLessonCount: 0,
      totalLearningTime: 45,
    })
    expect(await read(path, nour)).toEqual({
      tutorCount: 1,
      completedLessonCount: 1,
      upcomingLessonCount: 1,
      totalLearningTime: 30,
    })
  })
})

describe('the ratings of a tutor', () => {
  const rate = (tutor: Person, student: Person, value: number, feedback: string | null, createdAt: number) =>
    run(
      'INSERT INTO ratings (rater_id, ratee_id, value, feedback, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      student.id,
      tutor.id,
      value,
      feedback,
      createdAt,
      createdAt,
    )

  it('are sorted: the caller’s own, then by value, length of text and time', async () => {
    const tutor = await onboardedTutor()
    const [worst, silent, brief, wordy, older] = (await verifiedStudents(5)) as [Person, Person, Person, Person, Person]
    await rate(tutor, older, 5, 'حلو', 1)
    await rate(tutor, brief, 5, 'جيد', 2)
    await rate(tutor, wordy, 5, 'شرحه واضح جدًا وصبور', 1)
    await rate(tutor, silent, 5, null, 9)
    await rate(tutor, worst, 2, 'بيتأخر كتير عن ميعاد الحصة', 9)
    type List = { list: { feedback: string | null }[]; total: number }
    const ratingsFor = (as: Person | null, paging = '') =>
      expectOk<List>(callApi('GET', `/rating/list/tutor/${tutor.id}?${paging}`, { as }))
    const order = ['شرحه واضح جدًا وصبور', 'جيد', 'حلو', null, 'بيتأخر كتير عن ميعاد الحصة']
    const feedbackOf = ({ list }: List) => list.map(({ feedback }) => feedback)
    const all = await ratingsFor(null)
    expect([feedbackOf(all), all.total]).toEqual([order, 5])
    expect(feedbackOf(await ratingsFor(worst))).toEqual([order[4], ...order.slice(0, 4)])
    const second = await ratingsFor(null, 'page=2&size=2')
    expect([feedbackOf(second), second.total]).toEqual([order.slice(2, 4), 5])
    expect(JSON.stringify(all)).not.toContain('@')
  })

  it('exist for tutors and managers', async () => {
    const student = await verifiedStudent()
    expect(await outcomeOf(`/rating/list/tutor/${(await tutorManager()).id}`)).toBe('ok')
    for (const id of [student.id, 999_999]) expect(await outcomeOf(`/rating/list/tutor/${id}`)).toBe('tutor-not-found')
  })
})
