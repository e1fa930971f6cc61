import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoomUpdate } from '../../party/interfaces.ts'
import { newMessageFrame, readResponse, readUpdate, writeResponse, writeUpdate } from '../../party/room-wire.ts'

const message = fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ id: 7, text }))
const frame = fc.oneof(
  message.map(newMessageFrame),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ event: 'RoomMessageUpdated', payload: { text } })),
)
const update: fc.Arbitrary<RoomUpdate> = fc.record({
  roomId: fc.nat(),
  otherId: fc.nat(),
  unread: fc.nat(),
  events: fc.array(fc.record({ rev: fc.nat(), frame }), { minLength: 1, maxLength: 5 }),
  latest: fc.option(message),
})

describe('the text between a room and the objects of its members', () => {
  it('carries every update as it is, whatever people write', () => {
    fc.assert(
      fc.property(update, (sent) => {
        expect(readUpdate(writeUpdate(sent))).toEqual(sent)
      }),
    )
  })

  it('carries what came of each act, with an update or without', () => {
    const results = [{ code: 'ok', repeated: null } as const, { code: 'empty-text' } as const]
    fc.assert(
      fc.property(fc.option(update), (sent) => {
        expect(readResponse(writeResponse({ results, update: sent }))).toEqual({ results, update: sent })
      }),
    )
  })

  it('says a new message once, although it is the latest of the room too', () => {
    const text = JSON.stringify({ id: 7, text: 'أهلا' })
    const sent = { roomId: 1, otherId: 2, unread: 1, events: [{ rev: 3, frame: newMessageFrame(text) }], latest: text }
    expect(writeUpdate(sent).split('أهلا')).toHaveLength(2)
    expect(readUpdate(writeUpdate(sent))).toEqual(sent)
  })

  it('keeps the latest message of a room whose last event is a new one that was deleted, or has none', () => {
    const events = [{ rev: 3, frame: newMessageFrame('{"id":7}') }]
    for (const latest of ['{"id":6}', null]) {
      const sent = { roomId: 1, otherId: 2, unread: 0, events, latest }
      expect(readUpdate(writeUpdate(sent))).toEqual(sent)
    }
  })
})
