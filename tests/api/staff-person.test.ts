/** What staff do to a person: minutes, statements, sessions, password mails, and whom they may not touch. */
import { beforeAll, describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import {
  callApi,
  expectOk,
  insertLesson,
  mailedResetCode,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  subscribe,
  tokenFor,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { book, NOW, remainingMinutes, startClockAtNoon } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

const reason = 'عطل في الحصة'
let adel: Person
let dina: Person
beforeAll(async () => {
  ;[adel, dina] = await Promise.all([newSuperAdmin(), newAdmin()])
})

type Entry = {
  id: number
  kind: string
  minutes: number
  balance: number
  lesson: { id: number } | null
  givenBy: { id: number } | null
  reason: string | null
  isReversible: boolean
}
const statementOf = (student: Person, as: Person) =>
  expectOk<{ list: Entry[]; total: number }>(callApi('GET', `/student/${student.id}/minutes`, { as }))
const give = (student: Person, as: Person, minutes = 45, headers = {}) =>
  callApi('POST', `/student/${student.id}/minutes`, { as, body: { minutes, reason }, headers })
const takeBack = (student: Person, as: Person, entryId: number) =>
  callApi('DELETE', `/student/${student.id}/minutes/${entryId}`, { as })

describe('giving minutes', () => {
  it('adds them to the week that lasts, for both admins, and logs it', async () => {
    const student = await verifiedStudent()
    for (const admin of [adel, dina]) await expectOk(give(student, admin, 30))
    expect(await remainingMinutes(student)).toBe(120)
    expect(await lastAuditEntry('student.giveMinutes')).toMatchObject({
      actor_id: dina.id,
      target_id: student.id,
      before: { remainingMinutes: 90 },
      after: { remainingMinutes: 120, minutes: 30 },
      reason,
    })
  })

  it('is for a plan’s week, also before its grant is stored', async () => {
    const student = await verifiedStudent()
    await subscribe(student, NOW - hours(1), NOW + hours(24 * 28), 60)
    const { remainingWeeklyMinutes } = await expectOk<{ remainingWeeklyMinutes: number }>(give(student, dina, 15))
    expect([remainingWeeklyMinutes, await remainingMinutes(student)]).toEqual([75, 75])
  })

  it('happens once for one key', async () => {
    const student = await verifiedStudent()
    const headers = { 'idempotency-key': 'given-once' }
    await expectOk(give(student, dina, 45, headers))
    await expectOk(give(student, dina, 45, headers))
    expect(await remainingMinutes(student)).toBe(105)
  })

  it('needs 1 to 600 minutes, a reason, a student and a current subscription', async () => {
    const student = await verifiedStudent()
    for (const minutes of [0, -15, 601, 1.5]) expect(await outcome(give(student, dina, minutes))).toBe('bad-request')
    const without = callApi('POST', `/student/${student.id}/minutes`, { as: dina, body: { minutes: 15, reason: ' ' } })
    expect(await outcome(without)).toBe('bad-request')
    expect(await outcome(give(await onboardedTutor(), dina))).toBe('student-not-found')
    await run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ?', NOW, student.id)
    expect(await outcome(give(student, dina))).toBe('subscription-required')
    expect(
      await rows(
        'SELECT e.kind FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id WHERE s.user_id = ?',
        student.id,
      ),
    ).toEqual([{ kind: 'grant' }])
  })
})

describe('taking given minutes back', () => {
  it('leaves the week as it was, once, also when asked twice at the same moment', async () => {
    const student = await verifiedStudent()
    const { entryId } = await expectOk<{ entryId: number }>(give(student, dina))
    const answers = await Promise.all([1, 2, 3].map(() => outcome(takeBack(student, dina, entryId))))
    expect(answers.sort()).toEqual(['illegal', 'illegal', 'ok'])
    expect(await remainingMinutes(student)).toBe(60)
    expect(await lastAuditEntry('student.takeMinutesBack')).toMatchObject({ target_id: student.id, after: { entryId } })
  })

  it('is refused when some of them are spent, and for minutes that were not given', async () => {
    const [student, tutor, other] = await Promise.all([verifiedStudent(), onboardedTutor(), verifiedStudent()])
    const { entryId } = await expectOk<{ entryId: number }>(give(student, dina, 15))
    const slot = await openSlot(tutor, NOW + hours(2), 2)
    await book(student, { tutor, slot, start: NOW + hours(2), duration: 30 })
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at)
       SELECT subscription_id, week, 'adjustment', -35, ? FROM minute_entries WHERE id = ?`,
      NOW,
      entryId,
    )
    expect(await outcome(takeBack(student, dina, entryId))).toBe('no-enough-minutes')
    expect(await outcome(takeBack(other, dina, entryId))).toBe('not-found')
    const grant = await row<{ id: number }>(
      `SELECT m.id FROM minute_entries m JOIN subscriptions s ON s.id = m.subscription_id WHERE s.user_id = ? AND kind = 'grant'`,
      student.id,
    )
    expect(await outcome(takeBack(student, dina, grant?.id ?? 0))).toBe('illegal')
  })
})

describe('the statement of minutes', () => {
  it('shows each entry with what remained of the week', async () => {
    const [student, tutor] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const slot = await openSlot(tutor, NOW + hours(2), 2)
    const lesson = await book(student, { tutor, slot, start: NOW + hours(2), duration: 30 })
    await expectOk(callApi('DELETE', `/lesson/${lesson.id}`, { as: student }))
    const { entryId } = await expectOk<{ entryId: number }>(give(student, dina, 45))
    const { list, total } = await statementOf(student, adel)
    expect(list.map(({ kind, minutes, balance }) => [kind, minutes, balance])).toEqual([
      ['adjustment', 45, 105],
      ['return', 30, 60],
      ['booking', -30, 30],
      ['grant', 60, 60],
    ])
    expect(total).toBe(4)
    expect(list[0]).toMatchObject({ id: entryId, givenBy: { id: dina.id }, reason, isReversible: true, lesson: null })
    expect(list[1]).toMatchObject({ lesson: { id: lesson.id, duration: 30 }, isReversible: false })
  })

  it('tells the student neither who gave minutes nor why', async () => {
    const student = await verifiedStudent()
    await expectOk(give(student, dina))
    const { list } = await statementOf(student, student)
    expect(list[0]).toMatchObject({ minutes: 45, givenBy: null, reason: null, isReversible: false })
    expect(await outcome(callApi('GET', `/student/${student.id}/minutes`, { as: await verifiedStudent() }))).toBe(
      'forbidden',
    )
  })

  it('is paged, and every page has the balances of the whole', async () => {
    const student = await verifiedStudent()
    for (const minutes of [10, 20, 30]) await expectOk(give(student, dina, minutes))
    const { list } = await expectOk<{ list: Entry[] }>(
      callApi('GET', `/student/${student.id}/minutes?page=2&size=2`, { as: dina }),
    )
    expect(list.map(({ minutes, balance }) => [minutes, balance])).toEqual([
      [10, 70],
      [60, 60],
    ])
  })
})

describe('the statement of earnings', () => {
  type Line = { fact: string; amount: number; balance: number; lesson: object | null }
  const linesOf = (tutor: Person, as: Person) =>
    expectOk<{ list: Line[]; total: number }>(callApi('GET', `/invoice/statement/${tutor.id}`, { as }))

  it('shows each line with the balance after it, to the tutor and to admins', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    for (const ago of [3, 2]) await insertLesson({ tutor, student, start: NOW - hours(ago), attended: true })
    await run(
      'UPDATE lessons SET price = 800000 WHERE id IN (SELECT lesson_id FROM lesson_members WHERE user_id = ?)',
      tutor.id,
    )
    const body = { method: 0, receiver: '01012345678', amount: 100_000 }
    await expectOk(callApi('POST', '/invoice', { as: tutor, body }))
    for (const as of [tutor, dina, adel]) {
      const { list, total } = await linesOf(tutor, as)
      expect(total).toBe(3)
      expect(list.map(({ fact, amount, balance }) => [fact, amount, balance])).toEqual([
        ['withdrawal', -100_000, 1_500_000],
        ['earning', 800_000, 1_600_000],
        ['earning', 800_000, 800_000],
      ])
      expect(list.map(({ lesson }) => lesson !== null)).toEqual([false, true, true])
    }
  })

  it('is refused to others, and for those who are no tutors', async () => {
    const [tutor, other, student] = await Promise.all([onboardedTutor(), onboardedTutor(), verifiedStudent()])
    expect(await outcome(callApi('GET', `/invoice/statement/${tutor.id}`, { as: other }))).toBe('forbidden')
    expect(await outcome(callApi('GET', `/invoice/statement/${student.id}`, { as: dina }))).toBe('tutor-not-found')
    expect((await linesOf(await tutorManager(), dina)).list).toEqual([])
  })
})

describe('the sessions of a person', () => {
  const endSessions = (person: { id: number }, as: Person) =>
    callApi('POST', `/user/${person.id}/end-sessions`, { as, body: { reason } })

  it('are shown to staff, without any token', async () => {
    const student = await verifiedStudent()
    const sessions = await expectOk(callApi('GET', `/user/${student.id}/sessions`, { as: dina }))
    expect(sessions).toEqual({
      online: false,
      lastSeen: null,
      connections: [],
      devices: [expect.objectContaining({ isCurrent: false, browser: null, lastUsedAt: expect.any(String) })],
      tokensEndedAt: null,
      hasSecondFactor: false,
    })
    expect(await outcome(callApi('GET', '/user/999999/sessions', { as: dina }))).toBe('user-not-found')
  })

  it('are ended everywhere, with a reason, and the log keeps it', async () => {
    const student = await verifiedStudent()
    await expectOk(endSessions(student, dina))
    expect(await outcome(callApi('GET', '/user/current', { as: student }))).toBe('unauthenticated')
    expect(await lastAuditEntry('user.endSessions')).toMatchObject({ target_id: student.id, reason })
    const { tokensEndedAt } = await expectOk<{ tokensEndedAt: string }>(
      callApi('GET', `/user/${student.id}/sessions`, { as: dina }),
    )
    expect(Date.parse(tokensEndedAt)).toBeGreaterThan(NOW)
    const without = callApi('POST', `/user/${student.id}/end-sessions`, { as: dina, body: { reason: '' } })
    expect(await outcome(without)).toBe('bad-request')
  })

  it('start again with the mailed code, which staff never see', async () => {
    const tutor = await onboardedTutor()
    const { body } = await callApi('POST', `/user/${tutor.id}/password-reset`, { as: dina })
    expect(body).toBeUndefined()
    const code = await mailedResetCode(tutor.email)
    const password = `${PASSWORD}1`
    await expectOk(
      callApi('POST', '/confirmation-code/password/confirm', { body: { code, password, email: tutor.email } }),
    )
    await expectOk(callApi('POST', '/auth/password', { body: { email: tutor.email, password } }))
    const entry = await lastAuditEntry('user.sendReset')
    expect([entry?.target_id, JSON.stringify(entry).includes(String(code))]).toEqual([tutor.id, false])
  })

  it('are delayed after five mails', async () => {
    const student = await verifiedStudent()
    const send = () => outcome(callApi('POST', `/user/${student.id}/password-reset`, { as: dina }))
    for (let sent = 0; sent < 5; sent++) expect(await send()).toBe('ok')
    expect(await send()).toBe('too-many-requests')
  })
})

describe('the chats of a person', () => {
  it('are shown to staff without their texts', async () => {
    const [student, tutor] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const { roomId } = await expectOk<{ roomId: number }>(
      callApi('POST', '/chat/new', { as: student, body: { userId: tutor.id, message: 'كلام خاص جدًا' } }),
    )
    const { body } = await callApi('GET', `/chat/list/rooms-of/${student.id}`, { as: dina })
    expect(body).toMatchObject({
      list: [{ roomId, otherMember: { id: tutor.id, role: 3 }, messageCount: 1, lastMessageAt: expect.any(String) }],
      total: 1,
    })
    expect(JSON.stringify(body)).not.toContain('كلام')
    for (const as of [student, tutor, await newStudio()])
      expect(await outcome(callApi('GET', `/chat/list/rooms-of/${student.id}`, { as }))).toBe('forbidden')
  })
})

describe('a regular admin', () => {
  it('touches neither a super admin nor another admin', async () => {
    const before = await rows('SELECT * FROM users WHERE role IN (1, 2) ORDER BY id')
    for (const other of [adel, await newAdmin()]) {
      const token = await tokenFor(other.id)
      const attempts = [
        callApi('PUT', `/user/${other.id}`, { as: dina, body: { name: 'اسم جديد' } }),
        callApi('PUT', `/user/${other.id}`, { as: dina, body: { email: 'mine@example.com' } }),
        callApi('POST', `/user/${other.id}/end-sessions`, { as: dina, body: { reason } }),
        callApi('POST', `/user/${other.id}/password-reset`, { as: dina }),
      ]
      expect(await Promise.all(attempts.map(outcome))).toEqual(attempts.map(() => 'forbidden'))
      expect(await outcome(callApi('GET', '/user/current', { as: { ...other, token } }))).toBe('ok')
    }
    const ids = JSON.stringify(before.map((one) => (one as { id: number }).id))
    expect(await rows('SELECT * FROM users WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id', ids)).toEqual(
      before,
    )
  })

  it('may do the same to themselves, and a super admin to everybody', async () => {
    const [admin, superAdmin] = await Promise.all([newAdmin(), newSuperAdmin()])
    const end = (id: number, as: Person) => callApi('POST', `/user/${id}/end-sessions`, { as, body: { reason } })
    expect(await outcome(end(superAdmin.id, adel))).toBe('ok')
    expect(await outcome(end(admin.id, admin))).toBe('ok')
  })
})

describe('the topics of a person', () => {
  it('are read by admins', async () => {
    const student = await verifiedStudent()
    const topic = await expectOk<{ id: number }>(
      callApi('POST', '/topic/', { as: dina, body: { arabicName: 'قواعد النحو', englishName: 'Grammar rules' } }),
    )
    await expectOk(callApi('POST', '/topic/of/user', { as: student, body: { topicIds: [topic.id] } }))
    const topics = await expectOk(callApi('GET', `/topic/of/user?userId=${student.id}`, { as: dina }))
    expect(topics).toMatchObject([{ id: topic.id, userId: student.id }])
  })
})

describe('what staff keep about a person', () => {
  type File = {
    owner: { id: number } | null
    tags: string[]
    notes: { id: number; text: string; pinned: boolean; author: { id: number } }[]
    updatedAt: string | null
  }
  const fileOf = (person: Person, as = dina) => expectOk<File>(callApi('GET', `/user/${person.id}/file`, { as }))
  const change = (person: Person, body: object, as = dina) => callApi('PATCH', `/user/${person.id}/file`, { as, body })
  const write = (person: Person, text: string, as = dina) =>
    callApi('POST', `/user/${person.id}/notes`, { as, body: { text } })

  it('is nothing at first', async () => {
    expect(await fileOf(await verifiedStudent())).toEqual({ owner: null, tags: [], notes: [], updatedAt: null })
  })

  it('has an owner who is an admin, and each tag once', async () => {
    const sara = await verifiedStudent()
    await expectOk(change(sara, { ownerId: adel.id, tags: ['متابعة', 'متابعه', 'VIP'] }))
    expect(await fileOf(sara)).toMatchObject({ owner: { id: adel.id }, tags: ['متابعة', 'VIP'] })
    await expectOk(change(sara, { ownerId: null }))
    expect(await fileOf(sara)).toMatchObject({ owner: null, tags: ['متابعة', 'VIP'] })
    expect(await lastAuditEntry('personFile.change')).toMatchObject({
      target_id: sara.id,
      before: { ownerId: adel.id },
      after: { ownerId: null },
    })
    for (const other of [sara, await tutorManager(), await newStudio()])
      expect(await outcome(change(sara, { ownerId: other.id }))).toBe('user-not-found')
    expect(await outcome(change(sara, {}))).toBe('empty-request')
  })

  it('has notes with their authors, of which the pinned come first, and the audit log has none of their words', async () => {
    const sara = await verifiedStudent()
    await expectOk(write(sara, 'بتحب الصبح'))
    const { notes } = await expectOk<File>(write(sara, 'اتكلمنا', adel))
    expect(notes).toMatchObject([
      { text: 'اتكلمنا', author: { id: adel.id }, pinned: false },
      { text: 'بتحب الصبح', author: { id: dina.id } },
    ])
    const [, older] = notes
    await expectOk(callApi('PATCH', `/user/${sara.id}/notes/${older?.id}`, { as: adel, body: { pinned: true } }))
    expect((await fileOf(sara)).notes.map(({ text }) => text)).toEqual(['بتحب الصبح', 'اتكلمنا'])
    const entry = await lastAuditEntry('personFile.note')
    expect(entry).toMatchObject({ target_id: sara.id, after: { characters: 'اتكلمنا'.length } })
    expect(JSON.stringify(entry)).not.toContain('اتكلمنا')
  })

  it('loses a note by its author alone', async () => {
    const [sara, salma] = [await verifiedStudent(), await verifiedStudent()]
    const [note] = (await expectOk<File>(write(sara, 'غلط'))).notes
    const remove = (person: Person, as: Person) =>
      outcome(callApi('DELETE', `/user/${person.id}/notes/${note?.id}`, { as }))
    expect(await remove(sara, adel)).toBe('forbidden')
    expect(await remove(salma, dina)).toBe('not-found')
    expect(await remove(sara, dina)).toBe('ok')
    expect((await fileOf(sara)).notes).toEqual([])
    expect(await remove(sara, dina)).toBe('not-found')
  })

  it('is written only by whoever may act on the account', async () => {
    expect(await outcome(write(adel, 'زميل'))).toBe('forbidden')
    expect(await outcome(change(adel, { tags: ['فريق'] }))).toBe('forbidden')
    expect(await outcome(write(dina, 'زميلة', adel))).toBe('ok')
    for (const call of [
      callApi('GET', '/user/999999/file', { as: dina }),
      callApi('PATCH', '/user/999999/file', { as: dina, body: { tags: [] } }),
      callApi('POST', '/user/999999/notes', { as: dina, body: { text: 'x' } }),
      callApi('PATCH', '/user/999999/notes/1', { as: dina, body: { pinned: true } }),
      callApi('DELETE', '/user/999999/notes/1', { as: dina }),
    ])
      expect(await outcome(call)).toBe('user-not-found')
  })
})

describe('the lists of people', () => {
  it('are filtered by who takes care of them and by tag, however it is spelt', async () => {
    const [sara, nour, omar] = await Promise.all([verifiedStudent(), verifiedStudent(), onboardedTutor()])
    const tag = `إجازة ${crypto.randomUUID().slice(0, 8)}`
    const keep = (person: Person, body: object) =>
      expectOk(callApi('PATCH', `/user/${person.id}/file`, { as: dina, body }))
    await keep(sara, { ownerId: dina.id, tags: ['vip', tag] })
    await keep(nour, { ownerId: adel.id, tags: [tag] })
    await keep(omar, { tags: [tag] })
    const listed = async (query: Record<string, string> | [string, string][], path = '/user/list') => {
      const search = new URLSearchParams(query)
      search.set('size', '100')
      const { list } = await expectOk<{ list: { id?: number; student?: { id: number } }[] }>(
        callApi('GET', `${path}?${search}`, { as: adel }),
      )
      return list.map(({ id, student }) => id ?? student?.id).toSorted()
    }
    const spelt = tag.replace('إ', 'ا').replace('ة', 'ه')
    expect(await listed({ tag: spelt })).toEqual([sara.id, nour.id, omar.id].toSorted())
    expect(await listed({ tag: spelt, role: '4' })).toEqual([sara.id, nour.id].toSorted())
    expect(await listed({ tag, owners: String(dina.id) })).toEqual([sara.id])
    expect(
      await listed([dina, adel].map(({ id }): [string, string] => ['owners[]', String(id)]).concat([['tag', tag]])),
    ).toEqual([sara.id, nour.id].toSorted())

    for (const { id } of [sara, nour])
      await run(
        `INSERT INTO student_risks (student_id, state, low_rated_at, latest_at, owner_id, created_at, updated_at) VALUES (?, 'open', 1, 1, ?, 1, 1)`,
        id,
        id === sara.id ? adel.id : null,
      )
    expect(await listed({ tag: spelt }, '/student/risk/list')).toEqual([sara.id, nour.id].toSorted())
    expect(await listed({ tag, owners: String(adel.id) }, '/student/risk/list')).toEqual([sara.id])

    await keep(sara, { tags: [] })
    expect(await listed({ tag })).toEqual([nour.id, omar.id].toSorted())
    expect(await listed({ tag: 'نادر جدًا' })).toEqual([])
  })
})
