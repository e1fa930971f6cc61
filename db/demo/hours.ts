import type { Random } from './random.ts'

/** One stretch of a day that a tutor opens, in minutes of the Cairo wall clock since midnight, on the quarter grid. */
export type Stretch = { from: number; to: number }

/** What a tutor opens on each weekday, 0 for Sunday to 6 for Saturday. */
export type Hours = readonly (readonly Stretch[])[]

const stretch = (from: number, to: number): Stretch => ({ from: from * 60, to: to * 60 })

const FRIDAY = 5
const SATURDAY = 6

/** How people who teach beside a job, children or a university arrange a usual day. Evenings are the commonest. */
const DAYS: readonly (readonly Stretch[])[] = [
  [stretch(17, 22)],
  [stretch(18, 23)],
  [stretch(19, 23)],
  [stretch(18.5, 22.5)],
  [stretch(16, 19), stretch(20, 23)],
  [stretch(17.5, 20), stretch(20.5, 23.5)],
  [stretch(10, 12.5), stretch(18, 21)],
  [stretch(9, 13)],
  [stretch(9.5, 12.5), stretch(20, 22.5)],
  [stretch(13, 17), stretch(19, 22)],
  [stretch(20, 23.75)],
  [stretch(6.5, 9), stretch(19, 22)],
]

const shifted = (day: readonly Stretch[], by: number): readonly Stretch[] =>
  day.map(({ from, to }) => ({ from: from + by, to: Math.min(to + by, 23.75 * 60) }))

/** A week of a tutor: one usual day moved by a quarter or two, some days off, Friday off for most. */
export function hoursOf(random: Random): Hours {
  const usual = shifted(random.pick(DAYS), random.pick([0, 0, 0, 15, -15, 30]))
  const worksFriday = random.chance(0.35)
  const off = random.shuffled([0, 1, 2, 3, 4]).slice(0, random.int(0, 2))
  return Array.from({ length: 7 }, (_, weekday) => {
    if (weekday === FRIDAY) return worksFriday ? [stretch(15, 19)] : []
    if (weekday === SATURDAY && random.chance(0.4)) return [stretch(11, 14), stretch(17, 21)]
    return off.includes(weekday) ? [] : usual
  })
}

/** The known tutor: every day from eight in the morning until a quarter to midnight, but for lunch. */
export const OPEN_ALL_DAY: Hours = Array.from({ length: 7 }, () => [
  stretch(8, 11),
  stretch(11, 14),
  stretch(15, 18),
  stretch(18, 21),
  stretch(21, 23.75),
])

/** Tutor managers: interviews, demo sessions and a late hour for students, but for Friday and Saturday. */
export const MANAGERS_HOURS: Hours = Array.from({ length: 7 }, (_, weekday) =>
  weekday === FRIDAY || weekday === SATURDAY ? [] : [stretch(15, 18), stretch(18.5, 20.5), stretch(21, 22.5)],
)
