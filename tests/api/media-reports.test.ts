import { createExecutionContext } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import { RETENTION } from '#domain/retention'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  type Person,
  readAnswer,
  row,
  run,
  setNow,
  tokenFor,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { liveKitConsole } from '../../dev/world/livekit/console.ts'
import { app } from '../../worker/app.ts'
import { hostInMemory } from './gateways.ts'
import { at, iso, startClockAtNoon } from './lesson-fixtures.ts'
import { eventOf, evidenceOf, type Fields, report, storedReports } from './livekit-fixtures.ts'
import { sessionIdOf } from './session-fixtures.ts'

startClockAtNoon()

const START = at(1)
const END = START + minutes(30)

let tutor: Person
let student: Person
let admin: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  await run('DELETE FROM media_events')
  ;[tutor, student, admin] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
  lesson = { id: await insertLesson({ tutor, student, start: START }) }
  session = await sessionIdOf(lesson)
})

const during = async (time: number, ...events: (() => Fields)[]) => {
  setNow(time)
  for (const event of events) expect(await report(event())).toBe(200)
}
const joined = (person: Person, stay: string) => () => eventOf('participant_joined', session, { id: person.id, stay })
const left = (person: Person, stay: string, since: number) => () =>
  eventOf('participant_left', session, { id: person.id, stay, joinedAt: since / 1000 })

/** In the log of the session's own room. */
const attend = async (person: Person, from: number, to: number) => {
  for (const [type, when] of [
    [1, from],
    [2, to],
  ])
    await run(
      'INSERT INTO session_events (type, user_id, session_id, created_at) VALUES (?, ?, ?, ?)',
      type,
      person.id,
      session,
      when,
    )
}

const readEvidence = async (now = END + hours(1)) => {
  setNow(now)
  const evidence = await evidenceOf({ ...admin, token: await tokenFor(admin.id) }, lesson.id)
  const of = (person: Person) => evidence.members.find(({ id }) => id === person.id)
  return { evidence, tutor: of(tutor), student: of(student) }
}

describe('what the media server reports of a lesson', () => {
  it('is shown to staff beside the session’s own log, with where the two differ', async () => {
    await attend(tutor, START, END)
    await attend(student, START, END)
    await during(START, () => eventOf('room_started', session), joined(tutor, 'PA_t'), joined(student, 'PA_s'))
    await during(START + minutes(1), () =>
      eventOf('track_published', session, { id: student.id, stay: 'PA_s', source: 'MICROPHONE' }),
    )
    await during(START + minutes(4), left(tutor, 'PA_t', START))
    await during(START + minutes(20), joined(tutor, 'PA_t2'))
    await during(END, left(tutor, 'PA_t2', START + minutes(20)), left(student, 'PA_s', START))
    const read = await readEvidence()
    expect(read.evidence.mediaReport).toBe('reported')
    expect(read.tutor).toMatchObject({
      minutes: 30,
      media: {
        minutes: 14,
        times: [
          { start: iso(START), end: iso(START + minutes(4)) },
          { start: iso(START + minutes(20)), end: iso(END) },
        ],
        sources: [],
      },
      differences: [{ start: iso(START + minutes(4)), end: iso(START + minutes(20)), seenBy: 'room' }],
    })
    expect(read.student).toMatchObject({
      media: { minutes: 30, sources: [{ source: 'microphone', at: iso(START + minutes(1)) }] },
      differences: [],
    })
  })

  it('is the same in any order, and twice', async () => {
    const inOrder: Fields[] = []
    const note = (time: number, ...events: (() => Fields)[]) => {
      setNow(time)
      inOrder.push(...events.map((event) => event()))
    }
    note(START, joined(student, 'PA_1'))
    note(START + minutes(5), left(student, 'PA_1', START))
    note(START + minutes(9), joined(student, 'PA_2'))
    note(END, () => eventOf('room_finished', session))
    const results: unknown[] = []
    for (const order of [inOrder, inOrder.toReversed(), [...inOrder, ...inOrder].toSorted()]) {
      await run('DELETE FROM media_events')
      setNow(END)
      for (const event of order) expect(await report(event)).toBe(200)
      expect(await storedReports()).toHaveLength(inOrder.length)
      results.push((await readEvidence()).student?.media)
    }
    expect(results[0]).toMatchObject({
      times: [
        { start: iso(START), end: iso(START + minutes(5)) },
        { start: iso(START + minutes(9)), end: iso(END) },
      ],
    })
    for (const other of results) expect(other).toEqual(results[0])
  })

  it('changes neither the outcome nor the pay', async () => {
    await attend(tutor, START, END)
    await attend(student, START, END)
    const moneyOf = async () => {
      setNow(END + hours(1))
      const as = { ...admin, token: await tokenFor(admin.id) }
      await triggerJob('settle-lessons')
      const { outcome } = await expectOk<{ outcome: unknown }>(callApi('GET', `/lesson/${lesson.id}`, { as }))
      const kept = await row('SELECT outcome, pay, reason FROM lesson_outcomes WHERE lesson_id = ?', lesson.id)
      return { outcome, kept }
    }
    const before = await moneyOf()
    await during(START, joined(tutor, 'PA_t'))
    await during(START + minutes(1), left(tutor, 'PA_t', START))
    const { evidence, tutor: seen } = await readEvidence()
    expect(evidence.mediaReport).toBe('reported')
    expect(seen?.differences).toHaveLength(1)
    expect(await moneyOf()).toEqual(before)
    expect(before.kept).toMatchObject({ pay: 'earned' })
  })

  it('is missing where there is no media server, and silent where there is one that has reported nothing', async () => {
    await attend(tutor, START, END)
    const { evidence, tutor: seen } = await readEvidence()
    expect([evidence.mediaReport, seen?.differences]).toEqual(['none', []])
    const read = async (now: number) => {
      setNow(now)
      const headers = { authorization: `Bearer ${await tokenFor(admin.id)}` }
      const request = new Request(`http://localhost/api/v1/lesson/${lesson.id}/attendance`, { headers })
      const env = { ...bindings, LIVEKIT_URL: 'wss://media.hessa.example' }
      return (await readAnswer(await app.fetch(request, env, createExecutionContext()))).body
    }
    expect(await read(END)).toMatchObject({ mediaReport: 'silent' })
    expect(await read(START + RETENTION.mediaEvents)).toMatchObject({ mediaReport: 'none' })
  })

  it('never happened after now, whatever its clock says', async () => {
    setNow(START)
    const ahead = eventOf('participant_joined', session, { id: student.id, joinedAt: START / 1000 + 5 })
    expect(await report({ ...ahead, createdAt: String(START / 1000 + 5) })).toBe(200)
    expect(await storedReports()).toMatchObject([{ at: START, joined_at: START }])
  })

  it('is kept for a year', async () => {
    await during(START, joined(student, 'PA_1'))
    setNow(START + RETENTION.mediaEvents)
    await triggerJob('clear-expired')
    expect(await storedReports()).toHaveLength(1)
    setNow(START + RETENTION.mediaEvents + 1)
    await triggerJob('clear-expired')
    expect(await storedReports()).toEqual([])
  })
})

describe('the stand-in of the media server', () => {
  function openMedia() {
    const pending: (() => Promise<unknown>)[] = []
    const console = liveKitConsole(hostInMemory((work) => void pending.push(work)))
    const call = async <T>(method: string, path: string, body?: object) => {
      const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
      const answer = await console.fetch(new Request(`https://world${path}`, init))
      return { status: answer.status, body: (await answer.json()) as T }
    }
    const act = (name: string, identity?: number) =>
      call('POST', `/rooms/${name}`, { room: session, ...(identity ? { identity: String(identity) } : {}) })
    const deliverAll = async () => {
      for (let next = pending.shift(); next; next = pending.shift()) await next()
    }
    return { call, act, deliverAll, ask: (fault: string, times = 1) => call('POST', '/faults', { fault, times }) }
  }

  it('reports as a real one does', async () => {
    const media = openMedia()
    setNow(START)
    await media.act('join', student.id)
    await media.act('publish-camera', student.id)
    await media.deliverAll()
    setNow(START + minutes(2))
    await media.act('join', student.id)
    await media.deliverAll()
    expect((await media.act('leave', tutor.id)).status).toBe(409)
    setNow(END)
    await media.act('close')
    await media.deliverAll()
    const stored = await storedReports()
    expect(stored.map(({ type, at }) => [type, at])).toEqual([
      ['room_started', START],
      ['participant_joined', START],
      ['track_published', START],
      ['participant_left', START + minutes(2)],
      ['participant_joined', START + minutes(2)],
      ['participant_left', END],
      ['room_finished', END],
    ])
    expect((await readEvidence()).student?.media).toMatchObject({ minutes: 30, sources: [{ source: 'camera' }] })
  })

  it('loses, repeats and reorders reports when it is asked to, and the evidence is as far as they go', async () => {
    const media = openMedia()
    setNow(START)
    await media.ask('duplicate', 2)
    await media.act('join', student.id)
    await media.deliverAll()
    expect(await storedReports()).toHaveLength(2)
    setNow(START + minutes(10))
    await media.ask('reordered')
    await media.act('leave', student.id)
    await media.deliverAll()
    expect(await storedReports()).toHaveLength(2)
    setNow(START + minutes(12))
    await media.ask('lost')
    await media.act('join', tutor.id)
    await media.act('publish-microphone', tutor.id)
    await media.deliverAll()
    const { student: seen, tutor: seenTutor } = await readEvidence()
    expect(seen?.media.times).toEqual([{ start: iso(START), end: iso(START + minutes(10)) }])
    expect(seenTutor?.media.times).toEqual([{ start: iso(START + minutes(12)), end: null }])
  })

  it('sends a report again, which changes nothing, and one that was changed on its way, which is refused', async () => {
    const media = openMedia()
    setNow(START)
    await media.act('join', student.id)
    await media.deliverAll()
    const before = await storedReports()
    const { body: sent } = await media.call<{ id: number }[]>('GET', `/deliveries?referenceNumber=${session}`)
    const path = `/deliveries/${sent.at(-1)?.id}/send`
    expect((await media.call('POST', path, { times: 3 })).body).toMatchObject({ statuses: { 200: 3 } })
    const changed = await media.call('POST', path, { corrupt: 'signature' })
    expect(changed.body).toMatchObject({ statuses: { 403: 1 } })
    expect(await storedReports()).toEqual(before)
  })
})
