import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/message'
import {
  emptyTimeline,
  isSeen,
  newestUnread,
  type Timeline,
  withDeleted,
  withEdited,
  withMessages,
  withPage,
  withRead,
} from './timeline.ts'

const ME = 1
const THEM = 2
const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.000Z`

const message = (id: number, changes: Partial<Message> = {}): Message => ({
  id,
  userId: id % 2 === 0 ? ME : THEM,
  roomId: 7,
  refId: `ref-${id}`,
  text: `message ${id}`,
  read: false,
  edited: false,
  deleted: false,
  createdAt: at(id),
  updatedAt: at(id),
  ...changes,
})

type Step = (timeline: Timeline) => Timeline
const shown = ({ messages }: Timeline) =>
  messages.map(({ id, text, edited, deleted, read }) => ({ id, text, edited, deleted, read }))

/** All that can happen to a room of eight messages: pages of history, live events, and repeats of both. */
const steps: Step[] = [
  (one) =>
    withPage(
      one,
      [1, 2, 3, 4].map((id) => message(id)),
    ),
  (one) => withPage(one, [3, 4, 5, 6].map((id) => message(id)).reverse()),
  (one) => withPage(one, [message(7), message(6), message(4, { text: 'edited', edited: true, updatedAt: at(40) })]),
  ...[5, 6, 7, 8].map(
    (id): Step =>
      (one) =>
        withMessages(one, [message(id)]),
  ),
  (one) => withEdited(one, message(4, { text: 'edited', edited: true, updatedAt: at(40) })),
  (one) => withEdited(one, message(4, { text: 'edited once', edited: true, updatedAt: at(30) })),
  (one) => withDeleted(one, [5]),
  (one) => withRead(one, THEM, 6),
  (one) => withRead(one, THEM, 2),
]

describe('the timeline of a room', () => {
  it('comes out the same in whatever order history and events arrive, and however often', () => {
    const inOrder = steps.reduce((timeline, step) => step(timeline), emptyTimeline)
    fc.assert(
      fc.property(fc.shuffledSubarray([...steps, ...steps], { minLength: steps.length * 2 }), (order) => {
        const timeline = order.reduce((before, step) => step(before), emptyTimeline)
        expect(shown(timeline)).toEqual(shown(inOrder))
        expect(timeline.readUpTo).toEqual(inOrder.readUpTo)
      }),
    )
  })

  it('holds every message once, in the order of the room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 })), (ids) => {
        const timeline = ids.reduce((before, id) => withMessages(before, [message(id)]), emptyTimeline)
        expect(timeline.messages.map(({ id }) => id)).toEqual([...new Set(ids)].sort((one, other) => one - other))
      }),
    )
  })

  it('learns from a page what was deleted while nobody listened', () => {
    const before = withMessages(
      emptyTimeline,
      [1, 2, 3, 4].map((id) => message(id)),
    )
    const after = withPage(before, [message(1), message(3)])
    expect(after.messages.map(({ deleted }) => deleted)).toEqual([false, true, false, false])
  })

  it('shows an old message that is edited only among its neighbours', () => {
    const before = withPage(emptyTimeline, [message(7), message(8)])
    const after = withEdited(before, message(2, { text: 'edited', edited: true, updatedAt: at(40) }))
    expect(after.messages.map(({ id }) => id)).toEqual([7, 8])
    const whole = withPage(
      after,
      [1, 2, 3, 4, 5, 6].map((id) => message(id)),
    )
    expect(whole.messages[1]).toMatchObject({ id: 2, text: 'edited' })
  })

  it('keeps a message deleted that is told of again as it was', () => {
    const after = withMessages(withDeleted(emptyTimeline, [3]), [message(3)])
    expect(after.messages[0]?.deleted).toBe(true)
  })

  it('takes all that lies before a read mark as read', () => {
    const timeline = withRead(
      withMessages(
        emptyTimeline,
        [2, 4, 6].map((id) => message(id)),
      ),
      THEM,
      4,
    )
    expect(timeline.messages.map((one) => isSeen(timeline, one))).toEqual([true, true, false])
  })

  it('counts only what others wrote as unread', () => {
    const timeline = withMessages(
      emptyTimeline,
      [1, 2, 3, 4].map((id) => message(id)),
    )
    expect(newestUnread(timeline, ME)?.id).toBe(3)
    expect(newestUnread(withRead(timeline, ME, 3), ME)).toBeUndefined()
  })
})
