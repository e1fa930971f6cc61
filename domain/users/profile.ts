import type { ErrorCode } from '#domain/errors'
import { isTutorSide, type Role } from '#domain/roles'

/** Fields of an account's profile (docs/rules/accounts.md 6.5). */

/** The numbers are part of the wire format; two of the thirty are duplicates of other governorates, and Helwan has
 * been a part of Cairo since 2011. */
export const Governorate = {
  Cairo: 1,
  Alexandria: 2,
  Giza: 3,
  Dakahlia: 4,
  Qalyubia: 5,
  Sharkia: 6,
  Beheira: 7,
  Aswan: 8,
  Asyut: 9,
  BeniSuef: 10,
  PortSaid: 11,
  Suez: 12,
  Minya: 13,
  Gharbia: 14,
  Ismailia: 15,
  KafrElSheikh: 16,
  Matrouh: 17,
  RedSea: 18,
  Sohag: 19,
  Fayoum: 20,
  Luxor: 21,
  Qena: 22,
  NewValley: 23,
  NorthSinai: 24,
  SouthSinai: 25,
  Damietta: 26,
  Monufia: 27,
  Minufiya: 28,
  Helwan: 29,
  GizaCity: 30,
} as const
export type Governorate = (typeof Governorate)[keyof typeof Governorate]

const SECOND_NUMBERS: Partial<Record<Governorate, Governorate>> = {
  [Governorate.Helwan]: Governorate.Cairo,
  [Governorate.Minufiya]: Governorate.Monufia,
  [Governorate.GizaCity]: Governorate.Giza,
}

/** The canonical number of a governorate. */
export const governorateOf = (number: Governorate): Governorate => SECOND_NUMBERS[number] ?? number

/** Every governorate once, by its canonical number (docs/rules/accounts.md 6.5). */
export const governorates: readonly Governorate[] = Object.values(Governorate).filter(
  (number) => governorateOf(number) === number,
)

/** All numbers that are stored for a governorate. */
export const numbersOfGovernorate = (governorate: Governorate): Governorate[] =>
  Object.values(Governorate).filter((number) => governorateOf(number) === governorateOf(governorate))

/** How an account is notified of lessons; null means not at all. 2 is reserved for a second messaging app. */
export const NotificationMethod = { WhatsApp: 1 } as const
export type NotificationMethod = (typeof NotificationMethod)[keyof typeof NotificationMethod]

export const EnglishLevel = {
  Beginner: 1,
  PreIntermediate: 2,
  Intermediate: 3,
  UpperIntermediate: 4,
  Advanced: 5,
  Mastery: 6,
} as const
export type EnglishLevel = (typeof EnglishLevel)[keyof typeof EnglishLevel]

/** When a student prefers to learn, Cairo time: from 6, 12, 16, 19 and 0 o'clock. */
export const TimeOfDay = { Morning: 0, Noon: 1, Afternoon: 2, Evening: 3, Night: 4 } as const
export type TimeOfDay = (typeof TimeOfDay)[keyof typeof TimeOfDay]

export const MAX_ADDRESS = 400
export const MAX_JOB_TITLE = 128
export const MAX_LEARNING_OBJECTIVE = 128

export const MIN_AGE = 10
export const MIN_TUTOR_AGE = 18
export const MAX_AGE = 60

/** In calendar years (docs/rules/accounts.md 6.4). */
export const minAgeOf = (role: Role): number => (isTutorSide(role) ? MIN_TUTOR_AGE : MIN_AGE)

/**
 * Calendar years in Cairo; ages are computed from the year alone, and tutors must be adults (docs/rules/accounts.md 6.4).
 */
export function whyNotBirthYear(year: number, currentYear: number, role: Role): ErrorCode | null {
  if (year < currentYear - MAX_AGE) return 'old-user'
  if (year > currentYear - minAgeOf(role)) return 'young-user'
  return null
}

/** One of the six levels. */
export const whyNotEnglishLevel = (level: number): ErrorCode | null =>
  Number.isInteger(level) && level >= EnglishLevel.Beginner && level <= EnglishLevel.Mastery
    ? null
    : 'invalid-english-level'
