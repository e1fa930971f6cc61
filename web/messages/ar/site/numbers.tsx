/** The same digits for every visitor: the app's default ones. */
const LOCALE = 'ar-EG-u-nu-arab'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const rated = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const number = (value: number): string => whole.format(value)

/** The mean of ratings: 4.8. */
export const average = (value: number): string => rated.format(value)

/** Piastres in pounds; whole pounds show no decimals. */
export const pounds = (piastres: number): string => `${number(piastres / 100)} جنيه`

type Forms = { one: string; two: string; few: string; many: string }

const plurals = new Intl.PluralRules('ar')

/** A counted noun: the forms for one and two are used without the number. */
function counted(count: number, { one, two, few, many }: Forms): string {
  const form = plurals.select(count)
  if (form === 'one') return one
  if (form === 'two') return two
  return `${number(count)} ${form === 'few' ? few : many}`
}

export const minutesOf = (count: number): string =>
  counted(count, { one: 'دقيقة', two: 'دقيقتين', few: 'دقايق', many: 'دقيقة' })

export const lessonsOf = (count: number): string =>
  counted(count, { one: 'حصة نص ساعة', two: 'حصتين نص ساعة', few: 'حصص نص ساعة', many: 'حصة نص ساعة' })

export const ratingsOf = (count: number): string =>
  counted(count, { one: 'تقييم واحد', two: 'تقييمين', few: 'تقييمات', many: 'تقييم' })
