/** Notes about a student, the summary of a lesson, and what a tutor reads before the next one (docs/rules/lessons.md 9.1). */
import { describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import {
  type Answer,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon, tryCancel } from './lesson-fixtures.ts'

startClockAtNoon()

type Written = { text: string; updatedAt: string } | null
type Brief = {
  goals: { learningObjective: string | null; englishLevel: number | null; topics: { name: { ar: string } }[] }
  lessonCount: number
  lastLesson: { id: number; start: string; duration: number; summary: Written } | null
  notes: Written
}

type Options = { version?: string }
const put = (path: string, as: Person, text: string, { version }: Options = {}): Promise<Answer> =>
  callApi('PUT', path, { as, body: { text }, ...(version ? { headers: { 'if-match': `"${version}"` } } : {}) })

const summarize = (lessonId: number, as: Person, text: string, options?: Options) =>
  put(`/lesson/${lessonId}/summary`, as, text, options)
const note = (student: Person, as: Person, text: string, options?: Options) =>
  put(`/student/${student.id}/notes`, as, text, options)
const briefOf = (student: Person, as: Person, before?: number): Promise<Brief> =>
  expectOk(callApi('GET', `/student/${student.id}/brief${before ? `?before=${iso(before)}` : ''}`, { as }))

async function pair(): Promise<{ tutor: Person; student: Person }> {
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  return { tutor, student }
}

describe('the summary of a lesson', () => {
  it('is written by the tutor and read by both members with the lesson', async () => {
    const { tutor, student } = await pair()
    const id = await insertLesson({ tutor, student, start: at(-2) })
    const saved = await expectOk<Written>(summarize(id, tutor, '  راجعنا الماضي البسيط  '))
    expect(saved).toEqual({ text: 'راجعنا الماضي البسيط', updatedAt: iso(NOW) })
    for (const as of [tutor, student]) {
      expect(await expectOk(callApi('GET', `/lesson/${id}`, { as }))).toMatchObject({ summary: saved })
      const listed = await expectOk(callApi('GET', `/lesson/list?users=${as.id}`, { as }))
      expect(listed).toMatchObject({ list: [{ summary: saved }] })
    }
  })

  it('is refused to the student, to other tutors, before the start and for a cancelled lesson', async () => {
    const { tutor, student } = await pair()
    const held = await insertLesson({ tutor, student, start: at(-2) })
    const coming = await insertLesson({ tutor, student, start: at(2) })
    const canceled = await insertLesson({ tutor, student, start: at(-4), canceledBy: student })
    expect(await outcome(summarize(held, student, 'كويس'))).toBe('forbidden')
    expect(await outcome(summarize(held, await onboardedTutor(), 'كويس'))).toBe('forbidden')
    expect(await outcome(summarize(coming, tutor, 'كويس'))).toBe('illegal')
    expect(await outcome(summarize(canceled, tutor, 'كويس'))).toBe('illegal')
    expect(await outcome(summarize(999_999, tutor, 'كويس'))).toBe('lesson-not-found')
    expect(await rows('SELECT * FROM lesson_summaries WHERE lesson_id IN (?, ?, ?)', held, coming, canceled)).toEqual(
      [],
    )
  })

  it('is changed on the version that was read, and removed by an empty text', async () => {
    const { tutor, student } = await pair()
    const id = await insertLesson({ tutor, student, start: at(-2) })
    const first = await expectOk<Written>(summarize(id, tutor, 'أول'))
    const second = await expectOk<Written>(summarize(id, tutor, 'تاني', { version: first?.updatedAt ?? '' }))
    expect(second?.text).toBe('تاني')
    const stale = { version: first?.updatedAt ?? '' }
    expect(await outcome(summarize(id, tutor, 'تالت', stale))).toBe('version-conflict')
    expect(await outcome(summarize(id, tutor, '', stale))).toBe('version-conflict')
    expect(await expectOk(summarize(id, tutor, '', { version: second?.updatedAt ?? '' }))).toBeNull()
    expect(await rows('SELECT * FROM lesson_summaries WHERE lesson_id = ?', id)).toEqual([])
  })

  it('is saved once of two written at once on the same version', async () => {
    const { tutor, student } = await pair()
    const id = await insertLesson({ tutor, student, start: at(-2) })
    const first = await expectOk<Written>(summarize(id, tutor, 'أول'))
    const version = first?.updatedAt ?? ''
    const outcomes = await Promise.all(
      ['واحد', 'اتنين'].map((text) => outcome(summarize(id, tutor, text, { version }))),
    )
    expect(outcomes.toSorted()).toEqual(['ok', 'version-conflict'])
  })

  it('of a manager’s lesson is in the audit log', async () => {
    const [tutor, student] = await Promise.all([tutorManager(), verifiedStudent()])
    const id = await insertLesson({ tutor, student, start: at(-2) })
    await expectOk(summarize(id, tutor, 'ملخص'))
    const audited = await rows(
      `SELECT before, after FROM audit_entries WHERE act = 'lesson.summarize' AND target_id = ?`,
      id,
    )
    expect(audited).toEqual([{ before: '{"summary":null}', after: '{"summary":"ملخص"}' }])
  })
})

describe('a tutor’s notes about a student', () => {
  it('are the tutor’s alone', async () => {
    const { tutor, student } = await pair()
    const another = await onboardedTutor()
    await insertLesson({ tutor, student, start: at(-2) })
    await insertLesson({ tutor: another, student, start: at(-4) })
    const saved = await expectOk<Written>(note(student, tutor, 'بيحب الأفلام'))
    expect((await briefOf(student, tutor)).notes).toEqual(saved)
    expect((await briefOf(student, another)).notes).toBeNull()
    expect(await outcome(callApi('GET', `/student/${student.id}/brief`, { as: student }))).toBe('forbidden')
    expect(await outcome(callApi('GET', `/student/${student.id}/notes`, { as: tutor }))).toBe('forbidden')
  })

  it('need a lesson of the two that was not cancelled', async () => {
    const { tutor, student } = await pair()
    expect(await outcome(note(student, tutor, 'بيحب الأفلام'))).toBe('student-not-found')
    const id = await insertLesson({ tutor, student, start: at(2) })
    expect(await outcome(note(student, tutor, 'بيحب الأفلام'))).toBe('ok')
    await expectOk(callApi('DELETE', `/lesson/${id}`, { as: student }))
    expect(await outcome(note(student, tutor, 'تعديل'))).toBe('student-not-found')
    expect(await outcome(callApi('GET', `/student/${student.id}/brief`, { as: tutor }))).toBe('student-not-found')
  })

  it('are changed on the version that was read, and removed by an empty text', async () => {
    const { tutor, student } = await pair()
    await insertLesson({ tutor, student, start: at(-2) })
    const first = await expectOk<Written>(note(student, tutor, 'أول'))
    await expectOk(note(student, tutor, 'تاني', { version: first?.updatedAt ?? '' }))
    expect(await outcome(note(student, tutor, 'تالت', { version: first?.updatedAt ?? '' }))).toBe('version-conflict')
    expect((await briefOf(student, tutor)).notes?.text).toBe('تاني')
    expect(await expectOk(note(student, tutor, ''))).toBeNull()
    expect((await briefOf(student, tutor)).notes).toBeNull()
  })

  it('are known to admins by their length and time, without their words', async () => {
    const { student } = await pair()
    const manager = await tutorManager()
    await insertLesson({ tutor: manager, student, start: at(-2) })
    await expectOk(note(student, manager, 'سر صغير'))
    const { status, body } = await callApi('GET', `/student/${student.id}/notes`, { as: await newAdmin() })
    expect(status).toBe(200)
    expect(body).toMatchObject([{ tutor: { id: manager.id }, characters: 7, updatedAt: iso(NOW) }])
    expect(JSON.stringify(body)).not.toContain('سر')
    const audited = await rows<{ before: string; after: string }>(
      `SELECT before, after FROM audit_entries WHERE act = 'student.writeNotes' AND target_id = ?`,
      student.id,
    )
    expect(audited).toEqual([{ before: '{"characters":0}', after: '{"characters":7}' }])
  })

  it('are not shown to an admin who looks at the app as the tutor', async () => {
    const { tutor, student } = await pair()
    await insertLesson({ tutor, student, start: at(-2) })
    const admin = await newAdmin()
    const { token } = await expectOk<{ token: string }>(
      callApi('POST', '/auth/view-as', { as: admin, body: { userId: tutor.id, reason: 'شكوى من حصة' } }),
    )
    const viewing = { ...tutor, token }
    expect(await outcome(callApi('GET', `/student/${student.id}/brief`, { as: viewing }))).toBe('read-only-session')
    expect(await outcome(callApi('GET', '/user/tutor/home', { as: viewing }))).toBe('ok')
  })
})

describe('the brief before a lesson', () => {
  it('holds the student’s goals and topics', async () => {
    const { tutor, student } = await pair()
    await insertLesson({ tutor, student, start: at(2) })
    await expectOk(
      callApi('PUT', `/student/${student.id}`, {
        as: student,
        body: { learningObjective: 'مقابلات الشغل', englishLevel: 3 },
      }),
    )
    const topic = await row<{ id: number }>(
      `INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES ('السفر في الملخص', 'Travel brief', 1, 1) RETURNING id`,
    )
    await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', student.id, topic?.id ?? 0)
    const brief = await briefOf(student, tutor)
    expect(brief.goals).toMatchObject({
      learningObjective: 'مقابلات الشغل',
      englishLevel: 3,
      topics: [{ name: { ar: 'السفر في الملخص' } }],
    })
    expect(brief).toMatchObject({ lessonCount: 0, lastLesson: null })
  })

  it('names the pair’s last lesson before it that was not cancelled, with its summary', async () => {
    const { tutor, student } = await pair()
    const another = await onboardedTutor()
    const first = await insertLesson({ tutor, student, start: at(-72) })
    const second = await insertLesson({ tutor, student, start: at(-48) })
    await insertLesson({ tutor, student, start: at(-24), canceledBy: tutor })
    await insertLesson({ tutor: another, student, start: at(-20) })
    const now = await insertLesson({ tutor, student, start: NOW })
    await expectOk(summarize(second, tutor, 'واجب: عشر جمل'))
    expect(await briefOf(student, tutor, NOW)).toMatchObject({
      lessonCount: 2,
      lastLesson: { id: second, start: iso(NOW - hours(48)), duration: 30, summary: { text: 'واجب: عشر جمل' } },
    })
    expect((await briefOf(student, tutor, at(-48))).lastLesson).toMatchObject({ id: first, summary: null })
    expect((await briefOf(student, tutor, at(1))).lastLesson?.id).not.toBe(now)
  })

  it('is refused for a student whose only lesson with the tutor was cancelled', async () => {
    const { tutor, student } = await pair()
    const id = await insertLesson({ tutor, student, start: at(2) })
    expect(await tryCancel(tutor, { id })).toBe('ok')
    expect(await outcome(callApi('GET', `/student/${student.id}/brief`, { as: tutor }))).toBe('student-not-found')
  })
})
