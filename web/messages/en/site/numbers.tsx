import type * as ar from '../../ar/site/numbers.tsx'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const rated = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const number: typeof ar.number = (value) => whole.format(value)
export const average: typeof ar.average = (value) => rated.format(value)
const withPiastres = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const pounds: typeof ar.pounds = (piastres) =>
  `EGP\u00a0${(piastres % 100 === 0 ? whole : withPiastres).format(piastres / 100)}`

const counted = (count: number, one: string, more: string) => `${number(count)} ${count === 1 ? one : more}`

export const minutesOf: typeof ar.minutesOf = (count) => counted(count, 'minute', 'minutes')
export const lessonsOf: typeof ar.lessonsOf = (count) => counted(count, 'half-hour lesson', 'half-hour lessons')
export const ratingsOf: typeof ar.ratingsOf = (count) => counted(count, 'rating', 'ratings')
