import type { Input } from '#contract/call'
import type { editStudent, Student } from '#contract/students'
import type { Tutor } from '#contract/tutors'
import type { editUser, User } from '#contract/users'
import { localDay } from '#domain/cairo'
import { latinDigits } from '#domain/digits'
import { EnglishLevel, Governorate, genders, MAX_AGE, MIN_AGE, TimeOfDay } from '#domain/users/profile'
import { enums } from '../../../i18n/ar/enums.ts'
import { now } from '../../../platform/clock.ts'

/** Between the wire's values and what stands in a form's fields: text, empty for what is not said. */

const text = (value: string | number | null): string => (value === null ? '' : String(value))

export const accountValues = (me: User) => ({
  name: text(me.name),
  email: me.email,
  phone: text(me.phone),
  city: text(me.city),
  gender: text(me.gender),
  birthYear: text(me.birthYear),
})

export const tutorValues = ({ bio, about, notice, studioId }: Tutor) => ({
  bio: text(bio),
  about: text(about),
  notice: notice === 0 ? '' : text(notice),
  studioId: text(studioId),
})

export const learningValues = (student: Student) => ({
  jobTitle: text(student.jobTitle),
  englishLevel: text(student.englishLevel),
  learningObjective: text(student.learningObjective),
  timePeriod: text(student.timePeriod),
})

const words = (value: string): string | null => value.trim() || null
const number = (value: string): number | null => (value === '' ? null : Number(latinDigits(value.trim())))

type Reader = (value: string) => unknown
const USER_FIELDS: Readonly<Record<string, Reader>> = {
  name: words,
  phone: words,
  bio: words,
  about: words,
  city: number,
  birthYear: number,
  notice: number,
  studioId: number,
}
const STUDENT_FIELDS: Readonly<Record<string, Reader>> = {
  jobTitle: words,
  learningObjective: words,
  englishLevel: number,
  timePeriod: number,
}

const read = (changes: Readonly<Record<string, string | undefined>>, readers: Readonly<Record<string, Reader>>) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, readers[field]?.(value) ?? (readers[field] ? null : value)]],
    ),
  )

export type UserChanges = Input<typeof editUser>['body']
export type StudentChanges = Input<typeof editStudent>['body']

/** Only what was changed goes over the wire; the server's schema judges it. */
export const userChanges = (changes: Readonly<Record<string, string | undefined>>): UserChanges =>
  read(changes, USER_FIELDS) as UserChanges
export const studentChanges = (changes: Readonly<Record<string, string | undefined>>): StudentChanges =>
  read(changes, STUDENT_FIELDS) as StudentChanges

export const options = {
  cities: Object.values(Governorate).map((value) => ({ value, label: enums.governorate[value] })),
  genders: genders.map((value) => ({ value, label: enums.gender[value] })),
  levels: Object.values(EnglishLevel).map((value) => ({ value, label: enums.englishLevel[value] })),
  times: Object.values(TimeOfDay).map((value) => ({ value, label: enums.timeOfDay[value] })),
}

/** The years in which somebody was born who may have an account, the latest first (docs/rules/accounts.md 6.4). */
export function birthYears(): number[] {
  const thisYear = Number(localDay(now()).slice(0, 4))
  return Array.from({ length: MAX_AGE - MIN_AGE + 1 }, (_, index) => thisYear - MIN_AGE - index)
}
