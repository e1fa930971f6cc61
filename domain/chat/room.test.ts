import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '#domain/rich-text'
import { Role, roles } from '#domain/roles'
import {
  type ChatRoom,
  cleanMessage,
  MAX_SEQ,
  mayChat,
  mayOpenRoom,
  mayOpenStudioRoom,
  messageIdOf,
  otherMember,
  plainMessage,
  roomIdOf,
  seqOf,
  whyNotDelete,
  whyNotEdit,
  whyNotRead,
  whyNotSend,
} from './room.ts'

const [sara, omar, stranger] = [4, 9, 5]
const room: ChatRoom = { id: 3, members: [sara, omar] }
const hers = { userId: sara, deleted: false }
const gone = { userId: sara, deleted: true }

describe('the id of a message', () => {
  const rooms = fc.integer({ min: 1, max: 2 ** 31 - 1 })
  const seqs = fc.integer({ min: 1, max: MAX_SEQ })

  it('encodes any room and any message', () => {
    fc.assert(
      fc.property(rooms, seqs, (roomId, seq) => {
        const id = messageIdOf(roomId, seq)
        expect([Number.isSafeInteger(id), roomIdOf(id), seqOf(id)]).toEqual([true, roomId, seq])
      }),
    )
  })

  it('is ordered within a room', () => {
    fc.assert(
      fc.property(rooms, seqs, seqs, (roomId, one, other) => {
        expect(messageIdOf(roomId, one) < messageIdOf(roomId, other)).toBe(one < other)
      }),
    )
  })
})

describe('a text', () => {
  it('loses the breaks at its ends', () => {
    expect(cleanMessage(' <br>\n أهلا<br>بيك <br/> ')).toBe('أهلا<br>بيك')
    expect(cleanMessage('<br> <BR />')).toBe('')
    for (const one of ['<br>', '<br/>', '<br />', '<BR>'])
      expect([cleanMessage(`${one}أهلا`), cleanMessage(`أهلا${one}`)]).toEqual(['أهلا', 'أهلا'])
    for (const one of ['<break>', '<b>أ</b>', '<']) expect(cleanMessage(one)).toBe(one)
    expect(cleanMessage('أهلا <br> <b>بيك</b>')).toBe('أهلا <br> <b>بيك</b>')
  })

  it('is searched without its markup', () => {
    expect(plainMessage('<p>أهلا <b>بيك</b></p> 2 &lt; 3')).toBe('أهلا بيك\n 2 < 3')
  })

  it('is stored only where it is safe to show as HTML', () => {
    for (const markup of ['<img src=x onerror=alert(1)>', '<b>أهلا', '</b>', '<script>alert(1)</script>'])
      for (const code of [whyNotSend(room, sara, markup, 0), whyNotEdit(hers, sara, markup)])
        expect([markup, code]).toEqual([markup, 'message-text-invalid-html'])
    for (const text of ['<b>أهلا</b>', '2 < 3']) expect(whyNotSend(room, sara, text, 0)).toBeNull()
    const piece = fc.constantFrom('<', '>', '/', 'b', 'br', 'script', ' ', '"', '=', '<b>', '</b>', '&lt;', 'x')
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const cleaned = cleanMessage(text)
        expect(isWellFormed(cleaned) || whyNotSend(room, sara, cleaned, 0) !== null).toBe(true)
      }),
    )
  })
})

describe('sending', () => {
  it('is for the two members', () => {
    expect([whyNotSend(room, sara, 'أهلا', 0), whyNotSend(room, omar, 'أهلا', 0)]).toEqual([null, null])
    expect(whyNotSend(room, stranger, 'أهلا', 0)).toBe('not-member')
  })

  it('needs visible text of at most 1000 characters', () => {
    for (const empty of ['', '<br>', '<p></p>']) expect(whyNotSend(room, sara, empty, 0)).toBe('empty-text')
    expect(whyNotSend(room, sara, 'ا'.repeat(1000), 0)).toBeNull()
    expect(whyNotSend(room, sara, 'ا'.repeat(1001), 0)).toBe('unallowed')
  })

  it('is refused for an empty text first, and for the membership before any other text', () => {
    expect(whyNotSend(room, stranger, '<br>', MAX_SEQ)).toBe('empty-text')
    for (const text of ['ا'.repeat(1001), '<script>']) expect(whyNotSend(room, stranger, text, 0)).toBe('not-member')
  })

  it('ends when the room is full', () => {
    expect(whyNotSend(room, sara, 'أهلا', MAX_SEQ - 1)).toBeNull()
    expect(whyNotSend(room, sara, 'أهلا', MAX_SEQ)).toBe('unallowed')
  })
})

describe('changing and deleting', () => {
  it('is for the author, until it is deleted', () => {
    expect([whyNotEdit(hers, sara, 'أهلا'), whyNotDelete(hers, sara)]).toEqual([null, null])
    for (const who of [omar, stranger])
      expect([whyNotEdit(hers, who, 'أهلا'), whyNotDelete(hers, who)]).toEqual(['not-owner', 'not-owner'])
    for (const none of [gone, null])
      expect([whyNotEdit(none, sara, 'أهلا'), whyNotDelete(none, sara)]).toEqual([
        'message-not-found',
        'message-not-found',
      ])
  })

  it('leaves something of the same measure', () => {
    expect(whyNotEdit(hers, sara, ' ')).toBe('empty-text')
    expect(whyNotEdit(hers, sara, 'ا'.repeat(1001))).toBe('unallowed')
  })
})

describe('reading', () => {
  it('is reported by the recipient of a message', () => {
    expect([whyNotRead(room, hers, omar), whyNotRead(room, gone, omar)]).toEqual([null, null])
    expect(whyNotRead(room, hers, sara)).toBe('unallowed')
    expect(whyNotRead(room, hers, stranger)).toBe('not-member')
    expect(whyNotRead(room, null, omar)).toBe('message-not-found')
  })
})

it('each member has the other', () => {
  expect([otherMember(room, sara), otherMember(room, omar)]).toEqual([omar, sara])
})

describe('opening a room', () => {
  it('is allowed between students and those who teach, and between tutors and managers', () => {
    const partners = (opener: Role) => roles.filter((other) => mayOpenRoom(opener, other))
    expect(partners(Role.Student)).toEqual([Role.Tutor, Role.TutorManager])
    expect(partners(Role.Tutor)).toEqual([Role.TutorManager])
    expect(partners(Role.TutorManager)).toEqual([Role.Tutor, Role.TutorManager])
    for (const role of [Role.Studio, Role.RegularAdmin, Role.SuperAdmin]) expect(partners(role)).toEqual([])
  })

  it('a studio and the tutors who chose it open a room, from either side', () => {
    const studio = { id: 7, role: Role.Studio, studioId: null }
    const tutor = { id: 9, role: Role.Tutor, studioId: 7 }
    expect([mayOpenStudioRoom(studio, tutor), mayOpenStudioRoom(tutor, studio)]).toEqual([true, true])
    expect(mayOpenStudioRoom(studio, { ...tutor, studioId: 8 })).toBe(false)
    expect(mayOpenStudioRoom({ ...studio, role: Role.RegularAdmin }, tutor)).toBe(false)
    expect(mayOpenStudioRoom(studio, { ...tutor, role: Role.Student })).toBe(false)
  })

  it('requires a verified address of students only', () => {
    expect([mayChat(Role.Student, false), mayChat(Role.Student, true), mayChat(Role.Tutor, false)]).toEqual([
      ...[false, true, true],
    ])
  })
})
