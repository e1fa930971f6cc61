import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '#domain/availability/purposes'
import {
  add,
  addTouching,
  change,
  changeCount,
  EMPTY_DRAFT,
  remove,
  type ShownSlot,
  shownSlots,
  withoutDeleted,
} from './draft.ts'
import { applyStep, NO_HISTORY } from './history.ts'

const saved = [
  { id: 1, start: 100, end: 200, purpose: SlotPurpose.Lesson },
  { id: 2, start: 300, end: 400, purpose: SlotPurpose.General },
]
const shown = (id: number, draft = EMPTY_DRAFT): ShownSlot => {
  const slot = shownSlots(draft, saved).find((one) => one.id === id)
  if (!slot) throw new Error(`slot ${id} is not shown`)
  return slot
}

describe('a draft of slots', () => {
  it('shows what is saved as long as nothing was done', () => {
    expect(shownSlots(EMPTY_DRAFT, saved).map(({ id, state }) => [id, state])).toEqual([
      [1, 'saved'],
      [2, 'saved'],
    ])
  })

  it('shows new slots in their place in time', () => {
    const draft = add(EMPTY_DRAFT, [{ start: 210, end: 220, purpose: SlotPurpose.Lesson }])
    expect(shownSlots(draft, saved).map(({ id, state }) => [id, state])).toEqual([
      [1, 'saved'],
      [null, 'new'],
      [2, 'saved'],
    ])
  })

  it('counts a slot that was put back as unchanged', () => {
    const moved = change(EMPTY_DRAFT, shown(1), { start: 120, end: 220, purpose: SlotPurpose.Lesson })
    expect(changeCount(moved)).toBe(1)
    const back = change(moved, shown(1, moved), { start: 100, end: 200, purpose: SlotPurpose.Lesson })
    expect(changeCount(back)).toBe(0)
  })

  it('grows the slot that a new one touches, saved or new, and leaves one that has begun', () => {
    const lesson = (start: number, end: number) => ({ start, end, purpose: SlotPurpose.Lesson })
    const times = (now: number, ...slots: ReturnType<typeof lesson>[]) =>
      shownSlots(addTouching(EMPTY_DRAFT, slots, saved, now), saved).map(({ id, start, end }) => [id, start, end])
    expect(times(0, lesson(200, 250))).toEqual([
      [1, 100, 250],
      [2, 300, 400],
    ])
    expect(times(0, lesson(250, 280), lesson(200, 250))).toEqual([
      [1, 100, 280],
      [2, 300, 400],
    ])
    // The other purpose, and a slot that began at 100.
    expect(times(0, lesson(250, 300))).toHaveLength(3)
    expect(times(100, lesson(200, 250))).toHaveLength(3)
  })

  it('forgets a new slot that is removed again', () => {
    const draft = add(EMPTY_DRAFT, [{ start: 210, end: 220, purpose: SlotPurpose.Lesson }])
    const [fresh] = shownSlots(draft, []).filter(({ state }) => state === 'new')
    expect(fresh && changeCount(remove(draft, fresh))).toBe(0)
  })

  it('counts a slot that was moved and then removed once', () => {
    const moved = change(EMPTY_DRAFT, shown(1), { start: 120, end: 220, purpose: SlotPurpose.Lesson })
    const removed = remove(moved, shown(1, moved))
    expect(changeCount(removed)).toBe(1)
    expect(removed.removed.get(1)?.start).toBe(100)
  })

  it('forgets the change of a slot that somebody deleted meanwhile', () => {
    const moved = change(EMPTY_DRAFT, shown(1), { start: 120, end: 220, purpose: SlotPurpose.Lesson })
    expect(changeCount(withoutDeleted(moved, saved.slice(1), { start: 0, end: 1000 }))).toBe(0)
    expect(changeCount(withoutDeleted(moved, saved.slice(1), { start: 250, end: 1000 }))).toBe(1)
  })
})

describe('undo', () => {
  it('goes back one step at a time, and stops at what is saved', () => {
    const one = add(EMPTY_DRAFT, [{ start: 1, end: 2, purpose: SlotPurpose.Lesson }])
    const two = add(one, [{ start: 3, end: 4, purpose: SlotPurpose.Lesson }])
    const history = [one, two].reduce((so, to) => applyStep(so, { do: 'edit', to }), NO_HISTORY)
    const undone = applyStep(history, { do: 'undo' })
    expect(undone.present).toBe(one)
    expect(applyStep(applyStep(undone, { do: 'undo' }), { do: 'undo' }).present).toBe(EMPTY_DRAFT)
  })
})
