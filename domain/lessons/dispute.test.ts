import { expect, it } from 'vitest'
import { fromIso, hours, minutes } from '../cairo.ts'
import { whyNotDisputable } from './dispute.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const end = start + minutes(30)
const [sara, omar, mona] = [4, 3, 5]
const lesson = { studentId: sara, tutorId: omar, start, duration: 30, canceledBy: null, canceledAt: null }

it('a lesson is disputed by its members from its start until seven days after its end', () => {
  expect([sara, omar, mona].map((actor) => whyNotDisputable(lesson, actor, end))).toEqual([null, null, 'forbidden'])
  expect(whyNotDisputable(null, sara, end)).toBe('lesson-not-found')
  const week = hours(7 * 24)
  expect([start - 1, start, end + week, end + week + 1].map((now) => whyNotDisputable(lesson, sara, now))).toEqual([
    ...['lesson-not-disputable', null, null, 'lesson-not-disputable'],
  ])
})

it('a cancelled lesson is disputed only where it had begun', () => {
  const canceled = (canceledAt: number) => whyNotDisputable({ ...lesson, canceledBy: omar, canceledAt }, sara, end)
  expect([start - 1, start].map(canceled)).toEqual(['lesson-not-disputable', null])
})
