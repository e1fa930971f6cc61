import { localDay } from '#domain/cairo'
import type { Role } from '#domain/roles'
import { genders } from '#domain/users/gender'
import { EnglishLevel, governorates, MAX_AGE, minAgeOf, TimeOfDay } from '#domain/users/profile'
import { enums } from '#messages/enums'
import { now } from '../../platform/clock.ts'

export const options = {
  /** Each governorate once, in the order of its name. */
  cities: governorates
    .map((value) => ({ value, label: enums.governorate[value] }))
    .sort((one, other) => one.label.localeCompare(other.label, 'ar')),
  genders: genders.map((value) => ({ value, label: enums.gender[value] })),
  levels: Object.values(EnglishLevel).map((value) => ({ value, label: enums.englishLevel[value] })),
  times: Object.values(TimeOfDay).map((value) => ({ value, label: enums.timeOfDay[value] })),
}

/** The allowed birth years of a role, latest first (docs/rules/accounts.md 6.4). */
export function birthYears(role: Role): number[] {
  const thisYear = Number(localDay(now()).slice(0, 4))
  const minAge = minAgeOf(role)
  return Array.from({ length: MAX_AGE - minAge + 1 }, (_, index) => thisYear - minAge - index)
}
