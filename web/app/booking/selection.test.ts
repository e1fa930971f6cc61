import { describe, expect, it } from 'vitest'
import { type Instant, minutes } from '#domain/cairo'
import type { BookingFacts } from './facts.ts'
import type { DurationOffer } from './offer.ts'
import { selectionOf, withDuration } from './selection.ts'

const cairo = (text: string): Instant => Date.parse(`2026-11-${text}:00+02:00`)
const now = cairo('21T10:00')
const offer = (duration: 15 | 30, ...starts: string[]): DurationOffer => ({
  duration,
  isShort: false,
  later: [],
  short: [],
  paused: [],
  open: starts.map((text) => ({ slotId: 1, start: cairo(text), end: cairo(text) + minutes(duration) })),
})
const facts = { tutor: { notice: 60 }, movingId: null, upcoming: [] } as unknown as BookingFacts
const offers = [offer(15, '22T09:00', '22T09:15', '23T20:00'), offer(30, '22T09:00', '23T20:00')]

describe('the chosen time', () => {
  it('is proposed at first: the length that fits on the first day that has a time', () => {
    expect(selectionOf({}, offers, facts, now)).toMatchObject({
      offer: { duration: 30 },
      day: '2026-11-22',
      time: null,
    })
  })

  it('keeps a day on which the other length has nothing', () => {
    expect(selectionOf({ day: '2026-11-24' }, offers, facts, now)?.day).toBe('2026-11-24')
  })

  it('stays as long as it is offered', () => {
    const selection = selectionOf({ duration: 15, start: cairo('23T20:00') }, offers, facts, now)
    expect(selection).toMatchObject({ day: '2026-11-23', time: { start: cairo('23T20:00') }, lost: null })
  })

  it('becomes the nearest time when another student was faster', () => {
    const selection = selectionOf({ duration: 15, start: cairo('22T09:30') }, offers, facts, now)
    expect(selection).toMatchObject({ time: { start: cairo('22T09:15') }, lost: 'taken' })
  })

  it('becomes the nearest time when the tutor can no longer be told in time', () => {
    const selection = selectionOf({ duration: 15, start: cairo('21T10:45') }, offers, facts, now)
    expect(selection).toMatchObject({ time: { start: cairo('22T09:00') }, lost: 'too-soon' })
  })

  it('is of the longest lesson that can begin then, for a time that came without a length', () => {
    expect(selectionOf({ start: cairo('23T20:00') }, offers, facts, now)).toMatchObject({
      offer: { duration: 30 },
      lost: null,
    })
    expect(selectionOf({ start: cairo('22T09:15') }, offers, facts, now)).toMatchObject({
      offer: { duration: 15 },
      lost: null,
    })
  })

  it('becomes the nearest time when its week has not opened yet', () => {
    const later = offers.map((one) => ({
      ...one,
      later: [{ slotId: 2, start: cairo('29T09:00'), end: cairo('29T09:15') }],
    }))
    const selection = selectionOf({ start: cairo('29T09:00') }, later, facts, now)
    expect(selection).toMatchObject({ time: { start: cairo('23T20:00') }, lost: 'later' })
  })

  it('follows the length: the same time when it is offered for that too', () => {
    const selection = selectionOf({ duration: 30, start: cairo('22T09:00') }, offers, facts, now)
    expect(selection).toMatchObject({ time: { end: cairo('22T09:30') }, lost: null })
  })

  it('keeps the day, but not a time that the new length does not have', () => {
    const short = selectionOf({ duration: 15, start: cairo('22T09:15') }, offers, facts, now)
    expect(short && withDuration(short, offers, 30)).toEqual({ duration: 30, day: '2026-11-22' })
  })

  it('is nothing when nothing is offered', () => {
    expect(selectionOf({}, [offer(15), offer(30)], facts, now)).toBeNull()
  })
})
