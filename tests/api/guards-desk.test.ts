import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { InboxOutcome } from '#contract/inbox'
import { ACCOUNT_REPORTS, PHONE_REPLIES } from '#domain/throttle'
import {
  agreeingToMailings,
  callApi,
  expectOk,
  fetchWorker,
  mailedResetCode,
  newAdmin,
  newEmail,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { race } from './race.ts'
import { enrolApp } from './second-factor-fixtures.ts'
import { upload } from './uploads.ts'

startClockAtNoon()

let mona: Person
let adel: Person
beforeAll(async () => {
  mona = await newAdmin()
  adel = await newAdmin()
})

const countOf = async (table: string, where: string, ...values: unknown[]) =>
  (await row<{ n: number }>(`SELECT COUNT(*) n FROM ${table} WHERE ${where}`, ...values))?.n

describe('the inbox', () => {
  async function newReport(): Promise<number> {
    const sara = await newStudent()
    const fields = { title: 'الصوت بيقطع', description: 'الصوت بيقطع كل دقيقة تقريبًا في الحصة' }
    await expectOk(upload('POST', '/report/with/asset', sara, fields))
    return (await row<{ id: number }>('SELECT MAX(id) id FROM reports'))?.id ?? 0
  }
  const change = (as: Person, id: number, body: object) => callApi('PATCH', `/report/${id}`, { as, body })
  const answer = (as: Person, id: number) =>
    callApi('POST', `/report/${id}/answer`, { as, body: { text: 'جرب متصفح تاني وقول لنا' } })

  it('a record that another member of staff takes first stays theirs', async () => {
    const id = await newReport()
    const code = await race({
      write: 'inbox/change:changeRecord',
      refusedBy: 'entry-changed',
      slow: () => outcome(change(mona, id, { ownerId: mona.id })),
      fast: () => expectOk(change(adel, id, { ownerId: adel.id })),
    })
    expect(code).toBe('taken-by-another')
    expect(await row('SELECT owner_id AS owner FROM reports WHERE id = ?', id)).toEqual({ owner: adel.id })
  })

  it('one of several records that another member of staff takes first stays theirs, and the others are taken', async () => {
    const [first, second] = [await newReport(), await newReport()]
    const changes = [first, second].map((id) => ({ id, ownerId: mona.id }))
    const answered = await race({
      write: 'inbox/change-many:changeRecords',
      refusedBy: 'entries-changed',
      slow: () => expectOk<InboxOutcome>(callApi('POST', '/report/changes', { as: mona, body: { changes } })),
      fast: () => expectOk(change(adel, first, { ownerId: adel.id })),
    })
    expect(answered.refused).toEqual([{ id: first, code: 'taken-by-another' }])
    expect(answered.changed.map(({ id, ownerId }) => [id, ownerId])).toEqual([[second, mona.id]])
    const owners = await rows('SELECT owner_id AS owner FROM reports WHERE id IN (?, ?) ORDER BY id', first, second)
    expect(owners).toEqual([{ owner: adel.id }, { owner: mona.id }])
  })

  it('a record that is closed first is not answered any more', async () => {
    const id = await newReport()
    const code = await race({
      write: 'inbox/answer:answerRecord',
      refusedBy: 'entry-answered',
      slow: () => outcome(answer(mona, id)),
      fast: () => expectOk(change(adel, id, { state: 3 })),
    })
    expect(code).toBe('illegal')
    expect(await countOf('outbox', "template = 'inbox_answer' AND created_at = ?", NOW)).toBe(0)
  })
})

describe('topics', () => {
  let count = 0
  const create = (as: Person, name: { arabicName: string; englishName: string }) =>
    callApi('POST', '/topic/', { as, body: name })
  const newTopic = async () => {
    count += 1
    const arabicName = `موضوع ${'ابتثجحخدذرزسش'.charAt(count % 13)}${'ابتثجحخدذرزسش'.charAt(Math.floor(count / 13))}`
    return (await expectOk<{ id: number }>(create(mona, { arabicName, englishName: `Guarded topic ${count}` }))).id
  }
  const choose = (as: Person, addTopics: number[]) =>
    callApi('PATCH', '/topic/of/user', { as, body: { addTopics, removeTopics: [] } })

  it('of one name that two admins create: one remains', async () => {
    const name = { arabicName: 'السينما والأفلام', englishName: 'Cinema' }
    const code = await race({
      write: 'topics/store:refuseTakenName',
      refusedBy: 'topics.name_en',
      statement: /insert into "topics"/i,
      slow: () => outcome(create(mona, name)),
      fast: () => expectOk(create(adel, name)),
    })
    expect(code).toBe('illegal')
    expect(await countOf('topics', 'name_en = ?', name.englishName)).toBe(1)
  })

  it('that another admin adds to first are not ordered without the new one', async () => {
    await newTopic()
    const ids = (await rows<{ id: number }>('SELECT id FROM topics')).map(({ id }) => id)
    const code = await race({
      write: 'topics/order:order',
      refusedBy: 'topics-changed',
      slow: () => outcome(callApi('PUT', '/topic/order', { as: mona, body: { ids } })),
      fast: newTopic,
    })
    expect(code).toBe('illegal')
  })

  it('are merged with the choices of that moment', async () => {
    const [from, into, sara] = [await newTopic(), await newTopic(), await newStudent()]
    const merged = await race({
      write: 'topics/merge:merge',
      refusedBy: 'topic-choices-changed',
      slow: () => expectOk(callApi('POST', `/topic/${from}/merge`, { as: mona, body: { into } })),
      fast: () => run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', sara.id, from),
    })
    expect(merged).toEqual({ moved: 1, hadBoth: 0 })
    expect(await rows('SELECT topic_id AS id FROM user_topics WHERE user_id = ?', sara.id)).toEqual([{ id: into }])
  })

  it('of one person are thirty at the most, also when two tabs choose', async () => {
    const sara = await newStudent()
    const ids: number[] = []
    for (let one = 0; one < 32; one++) ids.push(await newTopic())
    await expectOk(choose(sara, ids.slice(0, 29)))
    const code = await race({
      write: 'topics/store:saveChoice',
      refusedBy: 'topics-over-limit',
      slow: () => outcome(choose(sara, ids.slice(29, 30))),
      fast: () => run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', sara.id, ids[31]),
    })
    expect(code).toBe('forbidden')
    expect(await countOf('user_topics', 'user_id = ?', sara.id)).toBe(30)
  })
})

describe('a row that two requests create at once exists once:', () => {
  it('a rating of one pair', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(25) })
    setNow(at(25) + 1)
    const rate = (value: number) =>
      outcome(callApi('POST', '/rating/', { as: student, body: { rateeId: tutor.id, value, feedback: null } }))
    const code = await race({
      write: 'lessons/create-rating:refuseSecond',
      refusedBy: 'ratings.rater_id, ratings.ratee_id',
      statement: /insert into "ratings"/i,
      slow: () => rate(2),
      fast: () => rate(5),
    })
    expect(code).toBe('rating-exists')
    expect(await rows('SELECT value FROM ratings WHERE ratee_id = ?', tutor.id)).toEqual([{ value: 5 }])
  })

  it('a chat room of two people', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    const open = () => outcome(callApi('POST', '/chat/new', { as: student, body: { userId: tutor.id } }))
    const code = await race({
      write: 'chat/store:createRoom',
      refusedBy: 'rooms.lower_id, rooms.higher_id',
      slow: open,
      fast: open,
    })
    expect(code).toBe('room-exists')
    expect(await countOf('room_members', 'user_id = ?', tutor.id)).toBe(1)
  })

  it('a contact request of one network in six hours', async () => {
    const body = {
      name: 'سارة علي',
      phone: '01012345678',
      title: 'سؤال عن الباقات',
      message: 'عايزة أعرف الفرق بين الباقات الشهرية والسنوية',
    }
    const send = () =>
      outcome(callApi('POST', '/contact-request/', { body, headers: { 'cf-connecting-ip': '10.77.0.1' } }))
    const before = (await countOf('contact_requests', '1')) ?? 0
    const code = await race({ write: 'inbox/send-contact:send', refusedBy: 'contact-sent', slow: send, fast: send })
    expect(code).toBe('too-many-requests')
    expect(await countOf('contact_requests', '1')).toBe(before + 1)
  })

  it('the last of the reports of an account in an hour', async () => {
    const sara = await newStudent()
    const fields = { title: 'الصوت بيقطع', description: 'كل خمس دقايق' }
    const send = () => outcome(upload('POST', '/report/with/asset', sara, fields))
    for (let sent = 1; sent < ACCOUNT_REPORTS.uses; sent++) expect(await send()).toBe('ok')
    const code = await race({ write: 'inbox/create-report:create', refusedBy: 'reports-sent', slow: send, fast: send })
    expect(code).toBe('too-many-requests')
    expect(await countOf('reports', 'user_id = ?', sara.id)).toBe(ACCOUNT_REPORTS.uses)
  })

  describe('what somebody writes to our number', () => {
    let written = 0
    const newMessage = () => ({
      from: '201099990000',
      id: `wamid.guard-${++written}`,
      type: 'text',
      text: { body: 'سؤال' },
    })
    const receive = async (message: object) => {
      const value = { metadata: { phone_number_id: '1' }, messages: [message] }
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      })
      const signature = createHmac('sha256', localKeys.WHATSAPP_APP_SECRET).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      return (await fetchWorker('/api/v1/whatsapp/webhook', { method: 'POST', headers, body })).status
    }
    const write = 'messages/whatsapp-replies:storeReply'
    const storedCount = () => countOf('contact_requests', "phone = '01099990000'")

    it('and comes twice at once is stored and counted once', async () => {
      const message = newMessage()
      const send = () => receive(message)
      expect(await race({ write, refusedBy: 'contact_requests.whatsapp_id', slow: send, fast: send })).toBe(200)
      expect(await storedCount()).toBe(1)
      expect(await countOf('throttles', "key = 'whatsapp 01099990000' AND count = 1")).toBe(1)
    })

    it('stays within the limit of a number', async () => {
      for (let left = PHONE_REPLIES.uses - ((await storedCount()) ?? 0); left > 1; left--) await receive(newMessage())
      const send = () => receive(newMessage())
      expect(await race({ write, refusedBy: 'reply-limit', slow: send, fast: send })).toBe(200)
      expect(await storedCount()).toBe(PHONE_REPLIES.uses)
    })
  })

  it('an account of one address', async () => {
    const email = newEmail()
    const register = () => outcome(callApi('POST', '/student/', { body: { email, password: PASSWORD } }))
    const code = await race({
      write: 'users/store:openAccount',
      refusedBy: 'users.email',
      slow: register,
      fast: register,
    })
    expect(code).toBe('user-exists')
    expect(await countOf('users', 'email = ?', email)).toBe(1)
  })
})

describe('an account', () => {
  it('whose phone changes first is not edited as if it had the old one', async () => {
    const sara = await verifiedStudent()
    await run("UPDATE users SET phone = '01077700001', verified_phone = 1 WHERE id = ?", sara.id)
    const edit = (as: Person, phone: string) => callApi('PUT', `/user/${sara.id}`, { as, body: { phone } })
    const code = await race({
      write: 'users/edit:refuseTaken',
      refusedBy: 'proven-account-changed',
      slow: () => outcome(edit(mona, '01077700002')),
      fast: () => expectOk(edit(adel, '01077700003')),
    })
    expect(code).toBe('version-conflict')
    expect(await row('SELECT phone FROM users WHERE id = ?', sara.id)).toEqual({ phone: '01077700003' })
  })

  it('is given one new password by one code', async () => {
    const sara = await verifiedStudent()
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const code = await mailedResetCode(sara.email)
    const confirm = (password: string) =>
      outcome(callApi('POST', '/confirmation-code/password/confirm', { body: { email: sara.email, code, password } }))
    const refusal = await race({
      write: 'auth/verification-store:refuseUsedCode',
      refusedBy: 'reset-code-used',
      statement: /delete from "password_reset_codes"/i,
      slow: () => confirm('First2026!x'),
      fast: () => confirm('Second2026!x'),
    })
    expect(refusal).toBe('invalid-verification-code')
  })

  it('loses its second factor to one reset', async () => {
    const [boss, other, colleague] = [await newSuperAdmin(), await newSuperAdmin(), await newAdmin()]
    await enrolApp(colleague)
    const reset = (as: Person) =>
      outcome(
        callApi('POST', `/user/${colleague.id}/second-factor-reset`, {
          as,
          headers: { 'x-reason': encodeURIComponent('lost the phone on a journey') },
        }),
      )
    const code = await race({
      write: 'auth/reset-factors:reset',
      refusedBy: 'second-factor-gone',
      slow: () => reset(boss),
      fast: () => reset(other),
    })
    expect(code).toBe('not-found')
  })
})

describe('a message to a list', () => {
  const words = { ar: { title: 'خبر', text: 'خبر جديد' } }
  const willing = async () => agreeingToMailings(await verifiedStudent())
  const send = (as: Person, ids: number[]) =>
    callApi('POST', '/mailing', { as, body: { ids, template: 'news', words } })
  const recipients = (id: number) => countOf('mailing_recipients', 'user_id = ? AND left_out IS NULL', id)

  it('leaves out whoever stops such messages first', async () => {
    const [sara, nour] = [await willing(), await willing()]
    const sent = await race({
      write: 'mailings/send:send',
      refusedBy: 'mailing-people-changed',
      slow: () => expectOk<{ leftOut: number }>(send(mona, [sara.id, nour.id])),
      fast: () =>
        expectOk(callApi('PUT', '/user/current/mailings', { as: sara, body: { isWanted: false, language: 'ar' } })),
    })
    expect(sent.leftOut).toBe(1)
    expect([await recipients(sara.id), await recipients(nour.id)]).toEqual([0, 1])
  })

  it('is the fifth of a day for one of two that an admin sends at once', async () => {
    const [laila, sara, nour] = [await newAdmin(), await willing(), await willing()]
    const insert = `INSERT INTO mailings (template, sender_id, chosen, created_at) VALUES ('come_back', ?, 1, ?)`
    for (let one = 0; one < 4; one++) await run(insert, laila.id, NOW)
    const code = await race({
      write: 'mailings/send:send',
      refusedBy: 'mailings-of-a-day-changed',
      slow: () => outcome(send(laila, [sara.id])),
      fast: () => expectOk(send(laila, [nour.id])),
    })
    expect(code).toBe('too-many-requests')
    expect([await recipients(sara.id), await recipients(nour.id)]).toEqual([0, 1])
  })
})
