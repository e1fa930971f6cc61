import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFromClient as readFromWatcher } from './broadcast.ts'
import { MAX_FRAME } from './frames.ts'
import { readFromClient as readFromMember, sessionIdOfFrame } from './session.ts'
import { readFromClient, readFromServer } from './user.ts'

const session = 'lesson:3f2b8c1e-9a4d-4e7f-8b6a-0c1d2e3f4a5b'
const say = (frame: unknown) => JSON.stringify(frame)

describe('a frame of a client', () => {
  it('is read with the name that its answer carries', () => {
    const frame = { event: 'SendMessage', payload: { roomId: 1, text: 'أهلا', refId: 'a1' } }
    expect(readFromClient(say({ ...frame, ack: '7' }))).toEqual({ ok: true, ack: '7', event: frame })
    expect(readFromClient(say({ ...frame, ack: 7 }))).toMatchObject({ ok: true, ack: '7' })
    expect(readFromClient(say(frame))).toMatchObject({ ok: true, ack: null })
  })

  it('keeps its name even when the rest is nonsense, so that it is answered', () => {
    const read = readFromClient(say({ event: 'SendMessage', payload: { roomId: 'x' }, ack: '8' }))
    expect(read).toEqual({ ok: false, ack: '8' })
  })

  it('keeps its name even when it is too large to be read', () => {
    const payload = { roomId: 1, text: 'a'.repeat(MAX_FRAME), refId: 'a1' }
    const tooLarge = (frame: object) => readFromClient(say(frame))
    expect(tooLarge({ event: 'SendMessage', payload, ack: '9' })).toEqual({ ok: false, ack: '9' })
    expect(tooLarge({ event: 'SendMessage', ack: 9, payload })).toEqual({ ok: false, ack: '9' })
    expect(tooLarge({ ack: 'a-9', event: 'SendMessage', payload })).toEqual({ ok: false, ack: 'a-9' })
    const within = { ...payload, text: `${payload.text}","ack":"1"` }
    expect(tooLarge({ event: 'SendMessage', payload: { ...within, ack: '9' } })).toEqual({ ok: false, ack: null })
    expect(tooLarge({ event: 'SendMessage', payload: within })).toEqual({ ok: false, ack: null })
  })

  it('lets an empty text through: the answer names it', () => {
    expect(readFromClient(say({ event: 'UpdateMessage', payload: { id: 1, text: '' } })).ok).toBe(true)
  })

  it('may be an event without a payload', () => {
    expect(readFromClient(say({ event: 'ping', ack: '1' }))).toMatchObject({ ok: true, ack: '1' })
    expect(readFromWatcher(say({ event: 'ping', payload: {} })).ok).toBe(true)
  })

  it('of another party is not understood', () => {
    expect(readFromClient(say({ event: 'ToggleMic', payload: { session, mic: true } })).ok).toBe(false)
    expect(readFromWatcher(say({ event: 'SendMessage', payload: {} })).ok).toBe(false)
  })

  it('never throws, whatever it is', () => {
    for (const frame of [
      '',
      'null',
      '[]',
      '1',
      '{',
      '{"ack":{}}',
      new ArrayBuffer(4),
      undefined,
      `"${'a'.repeat(MAX_FRAME)}"`,
    ])
      expect(readFromClient(frame)).toEqual({ ok: false, ack: null })
    fc.assert(
      fc.property(fc.anything(), (value) => readFromClient(value).ok === false || readFromMember(value).ok === false),
    )
    fc.assert(fc.property(fc.json(), (text) => readFromMember(text).ok === false))
  })
})

describe('a frame of a session', () => {
  it('names its session', () => {
    const toggle = readFromMember(say({ event: 'ToggleCamera', payload: { session, camera: false } }))
    const offer = readFromMember(
      say({ event: 'SessionOffer', payload: { sessionId: session, offer: { type: 'offer', sdp: 'v=0' } } }),
    )
    expect([toggle, offer].map((read) => read.ok && sessionIdOfFrame(read.event))).toEqual([session, session])
  })

  it('names none where the name is wrong', () => {
    const read = readFromMember(say({ event: 'JoinSession', payload: { sessionId: 'lesson:1' } }))
    expect(read.ok && sessionIdOfFrame(read.event)).toBeNull()
  })
})

describe('a frame of the server', () => {
  it('is an answer or an event', () => {
    expect(readFromServer(say({ ack: '7', code: 'not-member' }))).toEqual({ ack: '7', code: 'not-member' })
    const event = { event: 'UserTyping', payload: { roomId: 1, userId: 2 } }
    expect(readFromServer(say(event))).toEqual(event)
  })

  it('is passed over when this client does not know it', () => {
    expect(readFromServer(say({ event: 'Confetti', payload: {} }))).toBeNull()
    expect(readFromServer('not JSON')).toBeNull()
  })
})
