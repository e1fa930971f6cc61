import { describe, expect, it } from 'vitest'
import { activityWeeks, lessonsIn } from './activity-weeks.ts'

const wednesday = Date.parse('2026-11-18T20:00:00+02:00')
const activity = {
  '2026-11-18': { score: 2, lessonCount: 1 },
  '2026-11-14': { score: 10, lessonCount: 5 },
  '2026-01-01': { score: 2, lessonCount: 1 },
}

describe('the weeks of activity', () => {
  const weeks = activityWeeks(activity, wednesday, 17)

  it('begin on Saturdays and end today', () => {
    expect(weeks).toHaveLength(17)
    expect(weeks[0]?.[0]?.day).toBe('2026-07-25')
    expect(weeks.at(-1)?.map(({ day }) => day)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
    ])
  })

  it('are darker the more was taught', () => {
    expect(weeks.at(-1)?.map(({ level }) => level)).toEqual([4, 0, 0, 0, 1])
  })

  it('count only the lessons they show', () => {
    expect(lessonsIn(weeks)).toBe(6)
  })

  it('know that a lesson late in the evening is of the Cairo day', () => {
    const lateOnWednesday = Date.parse('2026-11-18T22:30:00Z')
    expect(activityWeeks({}, lateOnWednesday, 1)[0]?.at(-1)?.day).toBe('2026-11-19')
  })
})
