import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { isMember, isUpcoming, lessonState, whoCancelled } from './states.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const end = fromIso('2026-11-21T10:30:00Z')
const [sara, omar, mona] = [4, 3, 5]
const lesson = { studentId: sara, tutorId: omar, start, duration: 30, canceledBy: null, canceledAt: null }
const cancelledBy = (canceledBy: number) => ({ ...lesson, canceledBy, canceledAt: start })

describe('a lesson', () => {
  it('is pending before its start, happening up to its end, fulfilled after it', () => {
    const states = [start - 1, start, end, end + 1].map((now) => lessonState(lesson, now))
    expect(states).toEqual(['pending', 'happening', 'happening', 'fulfilled'])
  })

  it('stays cancelled at any time', () => {
    const states = [start - 1, start, end + 1].map((now) => lessonState(cancelledBy(sara), now))
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  it('is upcoming until its end, unless cancelled', () => {
    expect([start - 1, start, end - 1, end].map((now) => isUpcoming(lesson, now))).toEqual([true, true, true, false])
    expect(isUpcoming(cancelledBy(sara), start - 1)).toBe(false)
  })

  it('has two members', () => {
    expect([sara, omar, mona].map((one) => isMember(lesson, one))).toEqual([true, true, false])
  })

  it('tells each viewer who cancelled it', () => {
    expect([sara, omar].map((viewer) => whoCancelled(cancelledBy(omar), viewer))).toEqual(['tutor', 'self'])
    expect([sara, omar, mona].map((viewer) => whoCancelled(cancelledBy(sara), viewer))).toEqual([
      ...['self', 'student', 'student'],
    ])
    expect([sara, omar].map((viewer) => whoCancelled(cancelledBy(mona), viewer))).toEqual(['staff', 'staff'])
    expect(whoCancelled(lesson, sara)).toBeNull()
  })
})
