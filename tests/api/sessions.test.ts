import { createExecutionContext } from 'cloudflare:test'
import { decodeJwt, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  admin,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
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

/** Asks for a token where a media server is configured. */
async function askToken(as: Person, sessionId = session, configured: Record<string, string> = MEDIA) {
  const request = new Request(`http://localhost/api/v1/session/token?sessionId=${sessionId}`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  const answer = await app.fetch(request, { ...bindings, ...configured }, createExecutionContext())
  return { status: answer.status, body: (await answer.json()) as { code?: string; token: string; url: string } }
}
const tokenOutcome = async (as: Person, sessionId = session) => {
  const { status, body } = await askToken(as, sessionId)
  return status === 200 ? 'ok' : body.code
}
const members = (as: Person, sessionId = session) => callApi('GET', `/session/${sessionId}`, { as })

describe('who is inside', () => {
  it('is told to the two members, and nobody is at first', async () => {
    for (const as of [tutor, student]) expect(await expectOk(members(as))).toEqual([])
    for (const as of [stranger, manager]) expect(await outcome(members(as))).toBe('forbidden')
    expect(await outcome(members(await admin()))).toBe('forbidden')
  })

  it('is asked by the name of a session', async () => {
    expect(await outcome(members(student, 'lesson:1'))).toBe('bad-request')
    expect(await outcome(members(student, 'token:1'))).toBe('bad-request')
    expect(await outcome(members(student, `lesson:${crypto.randomUUID()}`))).toBe('session-not-found')
    expect(await outcome(members(student, session.replace('lesson', 'interview')))).toBe('session-not-found')
  })

  it('is asked at any hour, but not of a cancelled lesson', async () => {
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
  it('lets one person into one room for ten minutes', async () => {
    const { body } = await askToken(student)
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
    expect(decodeJwt((await askToken(tutor)).body.token)).toMatchObject({ sub: String(tutor.id), name: 'عمر حسن' })
  })

  it('is for its two members, while the room is open', async () => {
    for (const as of [stranger, manager]) expect(await tokenOutcome(as)).toBe('forbidden')
    expect(await tokenOutcome(student, `lesson:${crypto.randomUUID()}`)).toBe('session-not-found')
    expect(await tokenOutcome(student, 'lesson:1')).toBe('bad-request')
    const hours: [number, string][] = [
      [START - minutes(15) - 1, 'forbidden'],
      [START - minutes(15), 'ok'],
      [START + minutes(60), 'ok'],
      [START + minutes(60) + 1, 'forbidden'],
    ]
    for (const [now, expected] of hours) {
      setNow(now)
      expect([now, await tokenOutcome(student)]).toEqual([now, expected])
    }
  })

  it('is not given for a cancelled lesson', async () => {
    setNow(START - minutes(1))
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    for (const as of [student, tutor]) expect(await tokenOutcome(as)).toBe('forbidden')
  })

  it('is not to be had without a media server, of which strangers hear nothing', async () => {
    expect((await askToken(student, session, {})).body.code).toBe('service-unavailable')
    expect((await askToken(stranger, session, {})).body.code).toBe('forbidden')
    expect(await outcome(callApi('GET', `/session/token?sessionId=${session}`, { as: student }))).toBe(
      'service-unavailable',
    )
  })
})

describe('interviews and demo sessions', () => {
  it('are the manager’s and the tutor’s, until they are cancelled', async () => {
    const slot = await insertSlot(manager, START, START + minutes(120), 4)
    const meetings = [
      { session: await insertInterview({ manager, tutor, slot, start: START }), table: 'interviews' },
      { session: await insertDemoSession({ tutor, slot, start: START }), table: 'demo_sessions' },
    ]
    for (const { session, table } of meetings) {
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
  it('with half a media server, or servers that are none, refuses to serve', async () => {
    const ask = async (configured: Record<string, string>) => (await askToken(student, session, configured)).status
    expect(await ask({ ...MEDIA, LIVEKIT_API_SECRET: '' })).toBe(503)
    expect(
      await ask({ ...MEDIA, ICE_SERVERS: '[{"urls":"turn:turn.hessa.example","username":"u","credential":"c"}]' }),
    ).toBe(200)
    for (const ICE_SERVERS of ['stun:x', '{}', '[{"url":"stun:x"}]', '[1]'])
      expect([ICE_SERVERS, await ask({ ...MEDIA, ICE_SERVERS })]).toEqual([ICE_SERVERS, 503])
  })
})
