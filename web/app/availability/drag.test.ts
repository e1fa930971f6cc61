import { describe, expect, it } from 'vitest'
import { instantAtMinute, type LocalDay } from '#domain/cairo'
import { type DragHandle, draggedRange, type Point } from './drag.ts'

const monday: LocalDay = '2026-11-23'
const tuesday: LocalDay = '2026-11-24'
const at = (hour: number, day = monday): Point => ({ day, minute: hour * 60 })
const range = (from: number, to: number, day = monday) => ({
  start: instantAtMinute(day, from * 60),
  end: instantAtMinute(day, to * 60),
})
const slot = range(17, 19)
const dragged = (handle: DragHandle, from: Point, to: Point, now = 0) => draggedRange(handle, from, to, now)

describe('dragging on the week', () => {
  it('draws a slot between the quarters it was drawn over', () => {
    expect(dragged({ on: 'free' }, { day: monday, minute: 609 }, { day: monday, minute: 735 })).toEqual(
      range(10, 12.25),
    )
  })

  it('draws upwards as well', () => {
    expect(dragged({ on: 'free' }, at(12), at(10.02))).toEqual(range(10, 12))
  })

  it('opens an hour after a tap without a drag', () => {
    expect(dragged({ on: 'free' }, at(10), at(10))).toEqual(range(10, 11))
  })

  it('goes to midnight and not beyond', () => {
    expect(dragged({ on: 'free' }, at(23.5), at(23.5))).toEqual(range(23.5, 24))
  })

  it('moves a slot to another day with its length', () => {
    expect(dragged({ on: 'slot', slot }, at(18), at(20, tuesday))).toEqual(range(19, 21, tuesday))
    expect(dragged({ on: 'slot', slot }, at(18), at(24, tuesday))).toEqual(range(22, 24, tuesday))
  })

  it('moves an edge, and leaves a quarter hour at least', () => {
    expect(dragged({ on: 'end', slot }, at(19), at(20.3))).toEqual(range(17, 20.25))
    expect(dragged({ on: 'start', slot }, at(17), at(23))).toEqual(range(18.75, 19))
  })

  it('refuses to begin in the past', () => {
    expect(dragged({ on: 'free' }, at(10), at(12), instantAtMinute(monday, 601))).toBeNull()
  })
})
