import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/message'
import type { RoomView } from './chat-state.ts'
import type { Outgoing } from './outgoing.ts'
import { rowsOf } from './rows.ts'
import { emptyTimeline, withMessages, withRead } from './timeline.ts'

const [ME, THEM] = [1, 2]
const message = (id: number, userId: number, at: string): Message => ({
  id,
  userId,
  roomId: 7,
  refId: `ref-${id}`,
  text: `${id}`,
  read: false,
  edited: false,
  deleted: false,
  createdAt: at,
  updatedAt: at,
})
const outgoing = (refId: string): Outgoing => ({
  refId,
  roomId: 7,
  text: refId,
  state: 'waiting',
  refusal: null,
  writtenAt: Date.parse('2026-11-21T12:00:00Z'),
})
const room = (...messages: Message[]): RoomView => ({
  timeline: withMessages(emptyTimeline, messages),
  isLoaded: true,
  isLoading: false,
  failure: null,
  hasOlder: false,
  gapAfter: null,
  changes: new Map(),
})
const kinds = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'message' ? row.message.text : row.kind))

describe('the rows of a conversation', () => {
  it('begin each day of Cairo with its name: 22:30 in UTC is tomorrow there in summer', () => {
    const rows = rowsOf(
      room(
        message(1, THEM, '2026-07-01T20:30:00.000Z'),
        message(2, THEM, '2026-07-01T20:59:00.000Z'),
        message(3, ME, '2026-07-01T21:30:00.000Z'),
      ),
      [],
      ME,
      null,
    )
    expect(kinds(rows)).toEqual(['day', '1', '2', 'day', '3'])
    expect(rows.flatMap((row) => (row.kind === 'day' ? row.day : []))).toEqual(['2026-07-01', '2026-07-02'])
  })

  it('show what is unsent after everything that is stored on the server', () => {
    const rows = rowsOf(room(message(1, THEM, '2026-11-21T12:30:00.000Z')), [outgoing('a'), outgoing('b')], ME, null)
    expect(kinds(rows)).toEqual(['day', '1', 'a', 'b'])
  })

  it('keep the key of a message when it is stored on the server', () => {
    const [before] = rowsOf(room(), [outgoing('ref-1')], ME, null).slice(-1)
    const [after] = rowsOf(room(message(1, ME, '2026-11-21T12:00:00.000Z')), [], ME, null).slice(-1)
    expect(after?.key).toBe(before?.key)
  })

  it('mark where the unread begins', () => {
    const three = [1, 2, 3].map((id) => message(id, THEM, `2026-11-21T12:0${id}:00.000Z`))
    expect(kinds(rowsOf(room(...three), [], ME, { fromId: 2, count: 2 }))).toEqual(['day', '1', 'unread', '2', '3'])
  })

  it('show an edit and a deletion before the server has confirmed them', () => {
    const stored = room(message(1, ME, '2026-11-21T12:00:00.000Z'), message(2, ME, '2026-11-21T12:01:00.000Z'))
    const changes = new Map([
      [1, { kind: 'edit' as const, text: 'better' }],
      [2, { kind: 'delete' as const }],
    ])
    const messages = rowsOf({ ...stored, changes }, [], ME, null).flatMap((row) =>
      row.kind === 'message' ? row.message : [],
    )
    expect(messages).toMatchObject([
      { text: 'better', edited: true },
      { text: '2', deleted: true },
    ])
  })

  it('show one’s own messages as seen up to where the other has read', () => {
    const stored = room(message(1, ME, '2026-11-21T12:00:00.000Z'), message(2, ME, '2026-11-21T12:01:00.000Z'))
    const seen = { ...stored, timeline: withRead(stored.timeline, THEM, 1) }
    const progress = rowsOf(seen, [outgoing('a')], ME, null).flatMap((row) =>
      row.kind === 'message' ? row.message.progress : [],
    )
    expect(progress).toEqual(['seen', 'sent', 'waiting'])
  })
})
