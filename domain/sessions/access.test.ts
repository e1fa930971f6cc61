import { expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import { type ScheduledMeeting, whyNotConnected, whyNotInside, whyNotVisible } from './access.ts'

const [SARA, OMAR, NOUR] = [1, 2, 3]
const start = hours(10)
const lesson: ScheduledMeeting = {
  kind: 'lesson',
  memberIds: [SARA, OMAR],
  start,
  end: start + minutes(30),
  isCanceled: false,
}
const cancelled = { ...lesson, isCanceled: true }

it('a session is open to its two members, and to nobody once it is cancelled', () => {
  expect(whyNotVisible(null, SARA)).toBe('session-not-found')
  expect([SARA, OMAR, NOUR].map((id) => whyNotVisible(lesson, id))).toEqual([null, null, 'forbidden'])
  for (const why of [whyNotConnected, whyNotInside]) {
    expect(why(null, SARA, start)).toBe('session-not-found')
    expect([SARA, OMAR, NOUR].map((id) => why(lesson, id, start))).toEqual([null, null, 'forbidden'])
    expect(why(cancelled, SARA, start)).toBe('forbidden')
  }
})

it('a member may wait before it opens, be inside while it is open, and neither when it is over', () => {
  const at = (now: number) => [whyNotConnected(lesson, SARA, now), whyNotInside(lesson, SARA, now)]
  expect(at(0)).toEqual([null, 'forbidden'])
  expect(at(start - minutes(15) - 1)).toEqual([null, 'forbidden'])
  expect(at(start - minutes(15))).toEqual([null, null])
  expect(at(start + minutes(60))).toEqual([null, null])
  expect(at(start + minutes(60) + 1)).toEqual(['forbidden', 'forbidden'])
})
