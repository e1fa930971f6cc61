import { addDays, easterOf, hijriOf, type LocalDay } from '../cairo.ts'

/** Public holidays with a fixed date, by month and day. */
const FIXED = {
  '01-07': 'copticChristmas',
  '01-25': 'january25',
  '04-25': 'sinai',
  '05-01': 'labour',
  '06-30': 'june30',
  '07-23': 'july23',
  '10-06': 'october6',
} as const

/** Public holidays of the Hijri calendar, by month and day. */
const HIJRI = {
  '1-1': 'hijriYear',
  '3-12': 'mawlid',
  '10-1': 'eidFitr',
  '10-2': 'eidFitr',
  '10-3': 'eidFitr',
  '12-9': 'arafa',
  '12-10': 'eidAdha',
  '12-11': 'eidAdha',
  '12-12': 'eidAdha',
  '12-13': 'eidAdha',
} as const

export type Holiday = (typeof FIXED)[keyof typeof FIXED] | (typeof HIJRI)[keyof typeof HIJRI] | 'shamElNessim'

const isKey = <Table extends object>(table: Table, key: string): key is string & keyof Table => key in table

/** The public holiday of Egypt on a day. Hijri holidays are predictions, and may move by a day. */
export function holidayOn(day: LocalDay): Holiday | null {
  const date = day.slice(5)
  if (isKey(FIXED, date)) return FIXED[date]
  const hijri = hijriOf(day)
  const hijriDate = `${hijri.month}-${hijri.day}`
  if (isKey(HIJRI, hijriDate)) return HIJRI[hijriDate]
  return addDays(easterOf(Number(day.slice(0, 4))), 1) === day ? 'shamElNessim' : null
}

export type HolidayDays = { name: Holiday; days: LocalDay[] }

/** The holidays within `count` days from a day on, each with its consecutive days. */
export function holidaysFrom(first: LocalDay, count: number): HolidayDays[] {
  const found: HolidayDays[] = []
  for (let index = 0; index < count; index++) {
    const day = addDays(first, index)
    const name = holidayOn(day)
    if (!name) continue
    const last = found.at(-1)
    if (last?.name === name && last.days.at(-1) === addDays(day, -1)) last.days.push(day)
    else found.push({ name, days: [day] })
  }
  return found
}

const RAMADAN = 9
/** An upper bound of a Hijri year in days. */
const A_YEAR = 366

/** The current or next Ramadan, from its first to its last predicted day. */
export function ramadanFrom(today: LocalDay): { from: LocalDay; to: LocalDay } {
  const isRamadan = (day: LocalDay) => hijriOf(day).month === RAMADAN
  const near = Array.from({ length: A_YEAR }, (_, index) => addDays(today, index))
  const day = near.find(isRamadan) ?? today
  let [from, to] = [day, day]
  while (isRamadan(addDays(from, -1))) from = addDays(from, -1)
  while (isRamadan(addDays(to, 1))) to = addDays(to, 1)
  return { from, to }
}
