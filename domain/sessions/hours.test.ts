import { expect, it } from 'vitest'
import { minutes } from '../cairo.ts'
import { closesAt, mayReportAbsence, opensAt, roomState } from './hours.ts'

const range = { start: minutes(100), end: minutes(130) }

it('a room opens a quarter of an hour before the start and closes half an hour after the end', () => {
  expect(roomState(range, minutes(85) - 1)).toBe('early')
  expect(roomState(range, minutes(85))).toBe('open')
  expect(roomState(range, minutes(160))).toBe('open')
  expect(roomState(range, minutes(160) + 1)).toBe('over')
})

it('absence may be reported from three minutes after the start until the end', () => {
  expect(mayReportAbsence(range, minutes(103) - 1)).toBe(false)
  expect(mayReportAbsence(range, minutes(103))).toBe(true)
  expect(mayReportAbsence(range, minutes(130))).toBe(true)
  expect(mayReportAbsence(range, minutes(130) + 1)).toBe(false)
})

it('the room opens before the start and closes after the end', () => {
  const range = { start: minutes(600), end: minutes(630) }
  expect(opensAt(range)).toBeLessThan(range.start)
  expect(closesAt(range)).toBeGreaterThan(range.end)
})
