import { expect, it } from 'vitest'
import type { Message } from '#contract/message'
import { announceIncoming, forgetIncoming, onIncomingMessage } from './incoming-messages.ts'

const message = (roomId: number, id: number): Message => ({
  id,
  userId: 2,
  roomId,
  refId: null,
  text: '<p>أهلًا</p>',
  read: false,
  edited: false,
  deleted: false,
  createdAt: '2026-02-11T10:00:00Z',
  updatedAt: '2026-02-11T10:00:00Z',
})

it('a message that arrives again is announced once to who is signed in', () => {
  const announced: number[] = []
  const stop = onIncomingMessage(({ message: { id } }) => announced.push(id))
  for (const one of [message(7, 71), message(8, 81), message(7, 71), message(7, 72), message(8, 81)])
    announceIncoming({ message: one, room: undefined })
  forgetIncoming()
  announceIncoming({ message: message(7, 71), room: undefined })
  stop()
  announceIncoming({ message: message(7, 73), room: undefined })
  expect(announced).toEqual([71, 81, 72, 71])
})
