import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import { type fromServer as fromBroadcast, readFromClient as readFromSubscriber } from './broadcast.ts'
import { MAX_FRAME } from './frames.ts'
import { type fromServer as fromSession, readFromClient as readFromMember, sessionIdOfFrame } from './session.ts'
import { type fromServer as fromUser, readFromClient, readFromServer } from './user.ts'

const session = 'lesson:3f2b8c1e-9a4d-4e7f-8b6a-0c1d2e3f4a5b'
const encode = (frame: unknown) => JSON.stringify(frame)

describe('a frame of a client', () => {
  it('is read with the ack that its acknowledgement carries', () => {
    const frame = { event: 'SendMessage', payload: { roomId: 1, text: 'أهلا', refId: 'a1' } }
    expect(readFromClient(encode({ ...frame, ack: '7' }))).toEqual({ ok: true, ack: '7', event: frame })
    expect(readFromClient(encode({ ...frame, ack: 7 }))).toMatchObject({ ok: true, ack: '7' })
    expect(readFromClient(encode(frame))).toMatchObject({ ok: true, ack: null })
  })

  it('keeps its ack even when the rest is invalid, so that it is acknowledged', () => {
    const read = readFromClient(encode({ event: 'SendMessage', payload: { roomId: 'x' }, ack: '8' }))
    expect(read).toEqual({ ok: false, ack: '8' })
  })

  it('keeps its ack even when it is too large to be parsed', () => {
    const payload = { roomId: 1, text: 'a'.repeat(MAX_FRAME), refId: 'a1' }
    const tooLarge = (frame: object) => readFromClient(encode(frame))
    expect(tooLarge({ event: 'SendMessage', payload, ack: '9' })).toEqual({ ok: false, ack: '9' })
    expect(tooLarge({ event: 'SendMessage', ack: 9, payload })).toEqual({ ok: false, ack: '9' })
    expect(tooLarge({ ack: 'a-9', event: 'SendMessage', payload })).toEqual({ ok: false, ack: 'a-9' })
    const within = { ...payload, text: `${payload.text}","ack":"1"` }
    expect(tooLarge({ event: 'SendMessage', payload: { ...within, ack: '9' } })).toEqual({ ok: false, ack: null })
    expect(tooLarge({ event: 'SendMessage', payload: within })).toEqual({ ok: false, ack: null })
  })

  it('may have an empty text: the acknowledgement refuses it', () => {
    expect(readFromClient(encode({ event: 'UpdateMessage', payload: { id: 1, text: '' } })).ok).toBe(true)
  })

  it('may be an event without a payload', () => {
    expect(readFromClient(encode({ event: 'ping', ack: '1' }))).toMatchObject({ ok: true, ack: '1' })
    expect(readFromSubscriber(encode({ event: 'ping', payload: {} })).ok).toBe(true)
  })

  it('of another party is not valid', () => {
    expect(readFromClient(encode({ event: 'ToggleMic', payload: { session, mic: true } })).ok).toBe(false)
    expect(readFromSubscriber(encode({ event: 'SendMessage', payload: {} })).ok).toBe(false)
  })

  it('never throws, whatever its content', () => {
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
    const toggle = readFromMember(encode({ event: 'ToggleCamera', payload: { session, camera: false } }))
    const offer = readFromMember(
      encode({ event: 'SessionOffer', payload: { sessionId: session, offer: { type: 'offer', sdp: 'v=0' } } }),
    )
    expect([toggle, offer].map((read) => read.ok && sessionIdOfFrame(read.event))).toEqual([session, session])
    for (const [event, source] of [
      ['ToggleCamera', 'camera'],
      ['ToggleMic', 'mic'],
      ['UserSharingScreen', 'screen'],
    ] as const)
      for (const key of ['session', 'sessionId']) {
        const read = readFromMember(encode({ event, payload: { [key]: session, [source]: true } }))
        expect([event, key, read.ok && sessionIdOfFrame(read.event)]).toEqual([event, key, session])
      }
    expect(readFromMember(encode({ event: 'ToggleMic', payload: { mic: true } })).ok).toBe(false)
  })

  it('names none where the id is malformed', () => {
    const read = readFromMember(encode({ event: 'JoinSession', payload: { sessionId: 'lesson:1' } }))
    expect(read.ok && sessionIdOfFrame(read.event)).toBeNull()
  })
})

describe('a frame of the server', () => {
  it('is an acknowledgement or an event', () => {
    expect(readFromServer(encode({ ack: '7', code: 'not-member' }))).toEqual({ ack: '7', code: 'not-member' })
    const event = { event: 'UserTyping', payload: { roomId: 1, userId: 2 } }
    expect(readFromServer(encode(event))).toEqual(event)
  })

  it('is ignored when this client does not know it', () => {
    expect(readFromServer(encode({ event: 'Confetti', payload: {} }))).toBeNull()
    expect(readFromServer('not JSON')).toBeNull()
  })
})

// Parties store frames and pass them on as they are, so that nobody would encode or decode a part of one.
it('a frame of a party is the same before and after parsing', () => {
  expectTypeOf<z.input<typeof fromUser>>().toEqualTypeOf<z.output<typeof fromUser>>()
  expectTypeOf<z.input<typeof fromSession>>().toEqualTypeOf<z.output<typeof fromSession>>()
  expectTypeOf<z.input<typeof fromBroadcast>>().toEqualTypeOf<z.output<typeof fromBroadcast>>()
})
