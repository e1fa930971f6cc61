import { describe, expect, it } from 'vitest'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'
import { nearestTime } from './times.ts'

const cairo = (text: string) => Date.parse(`2026-11-${text}:00+02:00`)
const time = (text: string): OfferedTime => ({ slotId: 1, start: cairo(text), end: cairo(text) + 1_800_000 })

describe('the nearest time', () => {
  it('is the closest on either side', () => {
    expect(nearestTime([time('22T09:00'), time('22T11:00')], cairo('22T10:30'))).toEqual(time('22T11:00'))
  })

  it('is the earlier of two that are equally close', () => {
    expect(nearestTime([time('22T11:00'), time('22T09:00')], cairo('22T10:00'))).toEqual(time('22T09:00'))
  })

  it('is none when nothing is left', () => {
    expect(nearestTime([], cairo('22T10:00'))).toBeUndefined()
  })
})
