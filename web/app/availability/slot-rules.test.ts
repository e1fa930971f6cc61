import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '#domain/availability/purposes'
import { fromIso, minutes } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { Role } from '#domain/roles'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { change, EMPTY_DRAFT, remove, type ShownSlot } from './draft.ts'
import { canceledByDeleting, canceledByMoving, canceledBySaving, conflicts, whyNotOpen } from './slot-rules.ts'

const now = fromIso('2026-11-21T08:00:00Z')
const at = (quarter: number) => now + minutes(15 * quarter)
const slot = (from: number, to: number) => ({ start: at(from), end: at(to), purpose: SlotPurpose.Lesson })
const shown = (id: number, from: number, to: number): ShownSlot => ({
  ...slot(from, to),
  id,
  key: `slot-${id}`,
  state: 'saved',
})
const lesson = (id: number, slotId: number, quarter: number): LessonView => ({
  id,
  slotId,
  studentId: 2,
  tutorId: 1,
  canceledBy: null,
  canceledAt: null,
  sessionId: 'lesson:x',
  summary: null,
  outcome: null,
  ...rangeOf({ start: at(quarter), duration: 15 }),
  duration: 15,
  other: { id: 2, name: null, image: null, isTutor: false, isMinor: false },
})
const judge = { actor: { id: 1, role: Role.Tutor }, lessons: [lesson(7, 1, 4), lesson(8, 1, 6), lesson(9, 2, 20)], now }
const ids = (lessons: readonly LessonView[]) => lessons.map(({ id }) => id)

describe('the cost of a change of slots', () => {
  it('does not include the lessons that still fit, edges included', () => {
    expect(ids(canceledByMoving(1, slot(4, 8), slot(4, 7), judge))).toEqual([])
    expect(ids(canceledByMoving(1, slot(4, 8), slot(5, 8), judge))).toEqual([7])
  })

  it('includes every coming lesson of a slot that goes, and no other', () => {
    expect(ids(canceledByDeleting(1, slot(4, 8), judge))).toEqual([7, 8])
  })

  it('does not include lessons that are over', () => {
    const over = { ...judge, lessons: [lesson(6, 1, -2), lesson(7, 1, 4)] }
    expect(ids(canceledByDeleting(1, slot(-4, 8), over))).toEqual([7])
  })

  it('adds up over the whole draft, earliest first', () => {
    const moved = change(EMPTY_DRAFT, shown(2, 18, 24), slot(22, 24))
    expect(ids(canceledBySaving(remove(moved, shown(1, 4, 8)), judge))).toEqual([7, 8, 9])
  })
})

describe('overlapping slots', () => {
  it('are both named, touching ones are not', () => {
    expect([...conflicts([shown(1, 4, 8), shown(2, 8, 12), shown(3, 11, 13)], now)]).toEqual(['slot-2', 'slot-3'])
  })

  it('do not matter once they are over', () => {
    expect(conflicts([shown(1, -8, -4), shown(2, -8, -4)], now).size).toBe(0)
  })

  it('are refused before they are drawn', () => {
    expect(whyNotOpen(slot(4, 8), [slot(8, 9)], now)).toBeNull()
    expect(whyNotOpen(slot(4, 8), [slot(7, 9)], now)).toBe('conflict')
    expect(whyNotOpen(slot(-1, 8), [], now)).toBe('past')
    expect(whyNotOpen(slot(4, 4), [], now)).toBe('short')
  })
})
