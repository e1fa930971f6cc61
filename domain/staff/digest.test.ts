import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { Role } from '../roles.ts'
import { digestDay, isDigestDue } from './digest.ts'

const dayAt = (iso: string) => digestDay(fromIso(iso))

describe('the daily mail to staff', () => {
  it('is sent from nine to eleven in Cairo, in winter and in summer', () => {
    expect(dayAt('2026-02-11T06:59:59.999Z')).toBeNull()
    expect(dayAt('2026-02-11T07:00:00.000Z')).toBe('2026-02-11')
    expect(dayAt('2026-02-11T08:59:59.999Z')).toBe('2026-02-11')
    expect(dayAt('2026-02-11T09:00:00.000Z')).toBeNull()
    expect(dayAt('2026-07-11T05:59:59.999Z')).toBeNull()
    expect(dayAt('2026-07-11T06:00:00.000Z')).toBe('2026-07-11')
    expect(dayAt('2026-07-11T08:00:00.000Z')).toBeNull()
  })

  it('is sent at nine on the days on which the clocks change', () => {
    // The last Friday of April begins an hour later, the last Thursday of October ends an hour later.
    for (const [before, nine] of [
      ['2026-04-23T06:59:59.999Z', '2026-04-23T07:00:00.000Z'],
      ['2026-04-24T05:59:59.999Z', '2026-04-24T06:00:00.000Z'],
      ['2026-10-29T05:59:59.999Z', '2026-10-29T06:00:00.000Z'],
      ['2026-10-30T06:59:59.999Z', '2026-10-30T07:00:00.000Z'],
    ] as const)
      expect([dayAt(before), dayAt(nine)]).toEqual([null, nine.slice(0, 10)])
  })

  it('is for staff with a proven address who have not switched it off, once a day', () => {
    const isDue = (differs: Partial<Parameters<typeof isDigestDue>[0]>) =>
      isDigestDue(
        Object.assign({ role: Role.TutorManager, verifiedEmail: true, isWanted: true, lastDay: null }, differs),
        '2026-02-11',
      )
    expect([isDue({}), isDue({ lastDay: '2026-02-10' })]).toEqual([true, true])
    expect([isDue({ lastDay: '2026-02-11' }), isDue({ lastDay: '2026-02-12' })]).toEqual([false, false])
    expect([isDue({ verifiedEmail: false }), isDue({ isWanted: false }), isDue({ role: Role.Tutor })]).toEqual([
      ...[false, false, false],
    ])
  })
})
