import type { Student } from '#contract/students'
import type { User } from '#contract/users'

/** What the dot on a section speaks of (docs/rules/screens.md 2.4). */
export const isPersonalUnfinished = ({ name, phone, city, gender, birthYear, verifiedEmail, verifiedPhone }: User) =>
  [name, phone, city, gender, birthYear].includes(null) || !verifiedEmail || !verifiedPhone

export const isStudentTelling = ({ jobTitle, englishLevel, learningObjective }: Student): boolean =>
  jobTitle !== null && englishLevel !== null && learningObjective !== null
