import { createExecutionContext } from 'cloudflare:test'
import { decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  bindings,
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
  tokenFor,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { app } from '../../worker/app.ts'
import { at, startClockAtNoon, tryCancel } from './lesson-fixtures.ts'
import { insertDemoSession, insertInterview, sessionIdOf } from './session-fixtures.ts'

startClockAtNoon()

const MEDIA = { LIVEKIT_URL: 'wss://media.hessa.example', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 's'.repeat(32) }
const START = at(1)

let tutor: Person
let student: Person
let stranger: Person
let manager: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;[tutor, student, stranger, manager] = await Promise.all([
    onboardedTutor(),
    verifiedStudent(),
    verifiedStudent(),
    tutorManager(),
  ])
  lesson = { id: await insertLesson({ tutor, student, start: START }) }
  session = await sessionIdOf(lesson)
  setNow(START)
})

/** Requests a token, with a media server configured by default. */
async function requestToken(as: Person, sessionId = session, variables: Record<string, string> = MEDIA) {
  const request = new Request(`http://localhost/api/v1/session/token?sessionId=${sessionId}`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  const answer = await app.fetch(request, { ...bindings, ...variables }, createExecutionContext())
  return { status: answer.status, body: (await answer.json()) as { code?: string; token: string; url: string } }
}
const tokenOutcome = async (as: Person, sessionId = session) => {
  const { status, body } = await requestToken(as, sessionId)
  return status === 200 ? 'ok' : body.code
}
const members = (as: Person, sessionId = session) => callApi('GET', `/session/${sessionId}`, { as })

describe('the people connected to a session', () => {
  it('are shown to its two members, at first none', async () => {
    for (const as of [tutor, student]) expect(await expectOk(members(as))).toEqual([])
    for (const as of [stranger, manager]) expect(await outcome(members(as))).toBe('forbidden')
    expect(await outcome(members(await newAdmin()))).toBe('forbidden')
  })

  it('are read by a valid session id that exists', async () => {
    expect(await outcome(members(student, 'lesson:1'))).toBe('bad-request')
    expect(await outcome(members(student, 'token:1'))).toBe('bad-request')
    expect(await outcome(members(student, `lesson:${crypto.randomUUID()}`))).toBe('session-not-found')
    expect(await outcome(members(student, session.replace('lesson', 'interview')))).toBe('session-not-found')
  })

  it('are read at any time, but not of a cancelled lesson', async () => {
    for (const now of [at(-48), at(72)]) {
      setNow(now)
      const as = { ...student, token: await tokenFor(student.id) }
      expect(await expectOk(members(as))).toEqual([])
    }
    setNow(START - minutes(1))
    expect(await tryCancel(student, lesson)).toBe('ok')
    expect(await outcome(members(student))).toBe('forbidden')
  })
})

describe('a token for the media server', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is for a room that is opened first, until the session’s own closes', async () => {
    const asked: { url: string; token: string; body: unknown }[] = []
    vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
      const token = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''
      asked.push({ url, token, body: JSON.parse(String(body)) })
      return Response.json({ name: session })
    })
    for (const now of [START, START + minutes(60)]) {
      setNow(now)
      expect(await tokenOutcome(student)).toBe('ok')
    }
    const url = 'https://media.hessa.example/twirp/livekit.RoomService/CreateRoom'
    const opened = (seconds: number) => ({ name: session, emptyTimeout: seconds, departureTimeout: seconds })
    expect(asked).toMatchObject([
      { url, body: opened(3600) },
      { url, body: opened(1) },
    ])
    expect(decodeJwt(asked[0]?.token ?? '')).toMatchObject({ iss: 'key', video: { roomCreate: true } })
    expect(await tokenOutcome(stranger)).toBe('forbidden')
    expect(asked).toHaveLength(2)
  })

  it('is unavailable while the media server does not answer, or refuses', async () => {
    for (const status of [401, 502]) {
      vi.stubGlobal('fetch', async () => Response.json({ code: 'unauthenticated' }, { status }))
      expect(await requestToken(student)).toMatchObject({ status: 503, body: { code: 'service-unavailable' } })
    }
  })

  it('admits one person to one room for ten minutes', async () => {
    const { body } = await requestToken(student)
    expect(body.url).toBe(MEDIA.LIVEKIT_URL)
    const secret = new TextEncoder().encode(MEDIA.LIVEKIT_API_SECRET)
    const { payload, protectedHeader } = await jwtVerify(body.token, secret, { issuer: MEDIA.LIVEKIT_API_KEY })
    expect(protectedHeader.alg).toBe('HS256')
    expect(payload).toEqual({
      iss: 'key',
      sub: String(student.id),
      nbf: START / 1000,
      exp: START / 1000 + 600,
      video: { room: session, roomJoin: true, canPublish: true, canSubscribe: true },
    })
    expect(decodeJwt((await requestToken(tutor)).body.token)).toMatchObject({ sub: String(tutor.id), name: 'عمر حسن' })
  })

  it('is issued to its two members, while the room is open', async () => {
    for (const as of [stranger, manager]) expect(await tokenOutcome(as)).toBe('forbidden')
    expect(await tokenOutcome(student, `lesson:${crypto.randomUUID()}`)).toBe('session-not-found')
    expect(await tokenOutcome(student, 'lesson:1')).toBe('bad-request')
    const cases: [number, string][] = [
      [START - minutes(15) - 1, 'forbidden'],
      [START - minutes(15), 'ok'],
      [START + minutes(60), 'ok'],
      [START + minutes(60) + 1, 'forbidden'],
    ]
    for (const [now, expected] of cases) {
      setNow(now)
      expect([now, await tokenOutcome(student)]).toEqual([now, expected])
    }
  })

  it('is not issued for a cancelled lesson', async () => {
    setNow(START - minutes(1))
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    for (const as of [student, tutor]) expect(await tokenOutcome(as)).toBe('forbidden')
  })

  it('is unavailable without a media server; people who are no members get 403 all the same', async () => {
    expect((await requestToken(student, session, {})).body.code).toBe('service-unavailable')
    expect((await requestToken(stranger, session, {})).body.code).toBe('forbidden')
    expect(await outcome(callApi('GET', `/session/token?sessionId=${session}`, { as: student }))).toBe(
      'service-unavailable',
    )
  })
})

describe('interviews and demo sessions', () => {
  it('admit the manager and the tutor, until they are cancelled', async () => {
    const slot = await insertSlot(manager, START, START + minutes(120), 4)
    const sessions = [
      { session: await insertInterview({ manager, tutor, slot, start: START }), table: 'interviews' },
      { session: await insertDemoSession({ tutor, slot, start: START }), table: 'demo_sessions' },
    ]
    for (const { session, table } of sessions) {
      for (const as of [manager, tutor]) expect(await tokenOutcome(as, session)).toBe('ok')
      for (const as of [student, await onboardedTutor(), await tutorManager()])
        expect([await tokenOutcome(as, session), await outcome(members(as, session))]).toEqual([
          'forbidden',
          'forbidden',
        ])
      await run(`UPDATE ${table} SET status = 4 WHERE session_id = ?`, session)
      expect(await tokenOutcome(tutor, session)).toBe('forbidden')
    }
  })
})

describe('a deployment', () => {
  it('with an incomplete media server, relay or invalid ICE servers refuses to serve', async () => {
    const statusWith = async (variables: Record<string, string>) =>
      (await requestToken(student, session, variables)).status
    expect(await statusWith({ ...MEDIA, LIVEKIT_API_SECRET: '' })).toBe(503)
    expect(
      await statusWith({
        ...MEDIA,
        ICE_SERVERS: '[{"urls":"turn:turn.hessa.example","username":"u","credential":"c"}]',
      }),
    ).toBe(200)
    const relay = { TURN_URLS: 'turn:turn.hessa.example:3478,turns:turn.hessa.example', TURN_SECRET: 's'.repeat(32) }
    expect(await statusWith({ ...MEDIA, ...relay })).toBe(200)
    for (const wrong of [
      { TURN_URLS: '' },
      { TURN_SECRET: '' },
      { TURN_URLS: 'stun:x' },
      { TURN_URLS: 'turn:x, turn:y' },
    ])
      expect([wrong, await statusWith({ ...MEDIA, ...relay, ...wrong })]).toEqual([wrong, 503])
    for (const ICE_SERVERS of ['stun:x', '{}', '[{"url":"stun:x"}]', '[1]'])
      expect([ICE_SERVERS, await statusWith({ ...MEDIA, ICE_SERVERS })]).toEqual([ICE_SERVERS, 503])
  })
})
