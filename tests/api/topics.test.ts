import { beforeAll, describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, newStudent, onboardedTutor, type Person, run } from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

type Topic = { id: number; name: { ar: string; en: string } }
type Card = { topics: string[] }

let admin: Person
let sara: Person
let topicCount = 0

const letters = (count: number) => [...String(count)].map((digit) => 'ابتثجحخدذر'.charAt(Number(digit))).join('')

/** Creates a topic, with unused names by default. */
const newTopic = (ar?: string, en?: string) => {
  topicCount += 1
  const body = { arabicName: ar ?? `موضوع ${letters(topicCount)}`, englishName: en ?? `Topic number ${topicCount}` }
  return expectOk<Topic>(callApi('POST', '/topic/', { as: admin, body }))
}
/** Sorted by id: concurrent requests are numbered in the order of their arrival. */
const manyTopics = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => newTopic()))).toSorted((one, other) => one.id - other.id)
const ids = (topics: Topic[]) => topics.map((topic) => topic.id)
const chosenBy = async (person: Person) =>
  ids(await expectOk<Topic[]>(callApi('GET', '/topic/of/user', { as: person }))).toSorted((one, other) => one - other)

beforeAll(async () => {
  admin = await newAdmin()
  sara = await newStudent()
})

describe('topics', () => {
  it('are created, renamed and deleted by admins, which is audited', async () => {
    const travel = await newTopic('السفر والرحلات', 'Travel')
    expect(travel.name).toEqual({ ar: 'السفر والرحلات', en: 'Travel' })
    expect(await lastAuditEntry('topic.create')).toMatchObject({
      actor_id: admin.id,
      target_id: travel.id,
      before: null,
    })

    const renamed = await expectOk<Topic>(
      callApi('PUT', `/topic/${travel.id}`, { as: admin, body: { englishName: 'Travelling' } }),
    )
    expect(renamed.name).toEqual({ ar: 'السفر والرحلات', en: 'Travelling' })
    const edited = await lastAuditEntry('topic.edit')
    expect(edited?.before).toEqual({ nameAr: 'السفر والرحلات', nameEn: 'Travel' })
    expect(edited?.after).toEqual({ nameAr: 'السفر والرحلات', nameEn: 'Travelling' })
    expect(edited?.request_id).toMatch(/\S/)

    await expectOk(callApi('DELETE', `/topic/${travel.id}`, { as: admin }))
    expect(await callApi('DELETE', `/topic/${travel.id}`, { as: admin })).toMatchObject({
      status: 404,
      code: 'topic-not-found',
    })
    expect(await lastAuditEntry('topic.delete')).toMatchObject({ target_id: travel.id, after: null })
  })

  it('have names of one line', async () => {
    const { id, name } = await newTopic('السفر\nوالطيران', 'Trips\u2028and\r\nflights')
    expect(name).toEqual({ ar: 'السفر والطيران', en: 'Trips and flights' })
    await expectOk(callApi('DELETE', `/topic/${id}`, { as: admin }))
  })

  it('do not belong to admins, who read those of the person that they name', async () => {
    expect(await callApi('GET', '/topic/of/user', { as: admin })).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await callApi('GET', `/topic/of/user?userId=${sara.id}`, { as: admin })).status).toBe(200)
  })

  it('are refused with a used, short or long name, an empty change or an unknown id', async () => {
    const food = await newTopic('الأكل والطبخ', 'Food')
    const other = await newTopic()
    const create = (arabicName: string, englishName: string) =>
      callApi('POST', '/topic/', { as: admin, body: { arabicName, englishName } })
    expect(await create('الأكل والطبخ', 'Another')).toMatchObject({ status: 409, code: 'illegal' })
    expect(await create('اب', 'Short one')).toMatchObject({ status: 400, code: 'short-topic-name' })
    expect(await create('اسم طويل', 'x'.repeat(51))).toMatchObject({ status: 400, code: 'long-topic-name' })
    const edit = (id: number, body: unknown) => callApi('PUT', `/topic/${id}`, { as: admin, body })
    expect(await edit(other.id, { englishName: 'Food' })).toMatchObject({ status: 409, code: 'illegal' })
    expect(await edit(food.id, {})).toMatchObject({ status: 400, code: 'empty-request' })
    expect(await edit(999_999, { englishName: 'Nothing' })).toMatchObject({ status: 404, code: 'topic-not-found' })
  })

  it('are written by admins and read by everybody signed in', async () => {
    const body = { arabicName: 'موضوع جديد', englishName: 'New topic' }
    expect(await callApi('POST', '/topic/', { as: sara, body })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await callApi('POST', '/topic/', { body })).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await callApi('GET', '/topic/list')).toMatchObject({ status: 401 })
    expect((await callApi('GET', '/topic/list', { as: sara })).status).toBe(200)
  })

  it('are found by part of either name, normalising the spelling', async () => {
    const music = await newTopic('الموسيقى والأغاني', 'Music and songs')
    const find = async (name: string) => {
      const found = await expectOk<{ list: Topic[]; total: number }>(
        callApi('GET', `/topic/list?name=${encodeURIComponent(name)}`, { as: sara }),
      )
      return ids(found.list)
    }
    for (const word of ['موسيقي', 'الاغاني', 'المُوسيقى', 'MUSIC', 'and songs'])
      expect(await find(word)).toEqual([music.id])
    expect(await find('لا شيء كهذا')).toEqual([])
    expect(await find('%')).toEqual([])
  })
})

describe('topics that staff put in order', () => {
  const order = (topicIds: number[]) => callApi('PUT', '/topic/order', { as: admin, body: { ids: topicIds } })
  const listed = async (path = '/topic/list') =>
    ids((await expectOk<{ list: Topic[] }>(callApi('GET', `${path}?size=100`, { as: admin }))).list)

  it('are listed in that order, a new one at the end', async () => {
    const before = await listed()
    const reversed = before.toReversed()
    await expectOk(order(reversed))
    expect(await listed()).toEqual(reversed)
    const added = await newTopic()
    expect(await listed('/topic/list/for/staff')).toEqual([...reversed, added.id])
    expect(await lastAuditEntry('topic.order')).toMatchObject({ before: { ids: before }, after: { ids: reversed } })
  })

  it('are all named, once each', async () => {
    const all = await listed()
    for (const wrong of [all.slice(1), [...all, 999_999], [...all.slice(1), all[1] ?? 0]])
      expect(await order(wrong)).toMatchObject({ status: 409, code: 'illegal' })
    expect(await listed()).toEqual(all)
  })
})

describe('merging a topic into another', () => {
  const merge = (id: number, into: number) => callApi('POST', `/topic/${id}/merge`, { as: admin, body: { into } })
  const choose = (person: Person, topicIds: number[]) =>
    expectOk(callApi('POST', '/topic/of/user', { as: person, body: { topicIds } }))

  it('gives everybody who chose it the other one, once, and says how many they were', async () => {
    const [from, into] = ids(await manyTopics(2)) as [number, number]
    const [one, both, tutor] = [await newStudent(), await newStudent(), await onboardedTutor()]
    await choose(one, [from])
    await choose(both, [from, into])
    await choose(tutor, [from])
    const { list } = await expectOk<{ list: { id: number; tutors: number; students: number }[] }>(
      callApi('GET', '/topic/list/for/staff?size=100', { as: admin }),
    )
    expect(list.find((topic) => topic.id === from)).toMatchObject({ tutors: 1, students: 2 })
    expect(await expectOk(merge(from, into))).toEqual({ moved: 2, hadBoth: 1 })
    for (const person of [one, both, tutor]) expect(await chosenBy(person)).toEqual([into])
    const card = await expectOk<Card>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    expect(card.topics).toHaveLength(1)
    expect(await lastAuditEntry('topic.merge')).toMatchObject({
      target_id: from,
      after: { into, moved: 2, hadBoth: 1 },
    })
    expect(await merge(from, into)).toMatchObject({ status: 404, code: 'topic-not-found' })
  })

  it('happens once when two merge it at once, and not into itself or nothing', async () => {
    const [from, one, other] = ids(await manyTopics(3)) as [number, number, number]
    const student = await newStudent()
    await choose(student, [from])
    const answers = await Promise.all([merge(from, one), merge(from, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await chosenBy(student)).toHaveLength(1)
    expect(await merge(one, one)).toMatchObject({ status: 409, code: 'illegal' })
    expect(await merge(one, 999_999)).toMatchObject({ status: 404, code: 'topic-not-found' })
  })
})

describe('topics of a person', () => {
  it('are added, removed and changed together; repetitions change nothing', async () => {
    const student = await newStudent()
    const [first, second, third] = ids(await manyTopics(3)) as [number, number, number]
    const send = (method: string, body: unknown) => callApi(method, '/topic/of/user', { as: student, body })
    await expectOk(send('POST', { topicIds: [first, second] }))
    await expectOk(send('POST', { topicIds: [second] }))
    expect(await chosenBy(student)).toEqual([first, second])
    await expectOk(send('DELETE', { topicIds: [first, third] }))
    expect(await chosenBy(student)).toEqual([second])
    await expectOk(send('PATCH', { addTopics: [first, third], removeTopics: [second] }))
    expect(await chosenBy(student)).toEqual([first, third])
    expect(await send('PATCH', { addTopics: [], removeTopics: [] })).toMatchObject({ code: 'empty-request' })
    expect(await send('PATCH', { addTopics: [], removeTopics: [second] })).toMatchObject({ code: 'topic-not-found' })
    // Not even the one of them that is chosen.
    expect(await send('PATCH', { addTopics: [], removeTopics: [first, second] })).toMatchObject({
      code: 'topic-not-found',
    })
    expect(await send('PATCH', { addTopics: [second, 999_999], removeTopics: [] })).toMatchObject({
      code: 'topic-not-found',
    })
    expect(await send('POST', { topicIds: [999_999] })).toMatchObject({ status: 404, code: 'topic-not-found' })
    expect(await send('DELETE', { topicIds: [] })).toMatchObject({ status: 400, code: 'bad-request' })
    expect(await chosenBy(student)).toEqual([first, third])
  })

  it('are limited to thirty, also for concurrent requests, which do not undo each other', async () => {
    const student = await newStudent()
    const topics = ids(await manyTopics(33))
    const add = (topicIds: number[]) => callApi('POST', '/topic/of/user', { as: student, body: { topicIds } })
    await expectOk(add(topics.slice(0, 28)))
    const answers = await Promise.all(topics.slice(28).map((id) => add([id])))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
    expect(answers.filter((answer) => answer.code === 'forbidden')).toHaveLength(3)
    expect(await chosenBy(student)).toHaveLength(30)
    expect(await add(topics.slice(0, 28))).toMatchObject({ status: 200 })
    // Whoever has more, from before the limit, may still remove one.
    const more = ids(await manyTopics(2))
    for (const id of more) await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', student.id, id)
    const removal = { as: student, body: { topicIds: topics.slice(0, 1) } }
    await expectOk(callApi('DELETE', '/topic/of/user', removal))
    expect(await chosenBy(student)).toHaveLength(31)
  })

  it('show on a tutor’s card at once, also after staff rename or delete them', async () => {
    const tutor = await onboardedTutor()
    const topic = await newTopic('تحضير المقابلات', 'Interviews')
    const onCard = async () => (await expectOk<Card>(callApi('GET', `/user/tutor/info/${tutor.id}`))).topics
    expect(await onCard()).toEqual([])
    await expectOk(callApi('POST', '/topic/of/user', { as: tutor, body: { topicIds: [topic.id] } }))
    expect(await onCard()).toEqual(['تحضير المقابلات'])
    await expectOk(callApi('PUT', `/topic/${topic.id}`, { as: admin, body: { arabicName: 'مقابلات الشغل' } }))
    expect(await onCard()).toEqual(['مقابلات الشغل'])
    await expectOk(callApi('DELETE', `/topic/${topic.id}`, { as: admin }))
    expect(await onCard()).toEqual([])
    expect(await chosenBy(tutor)).toEqual([])
  })

  it('are chosen by students and tutors only', async () => {
    const choice = callApi('POST', '/topic/of/user', { as: admin, body: { topicIds: [] } })
    expect(await choice).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
