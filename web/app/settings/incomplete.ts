import type { Student } from '#contract/students'
import type { User } from '#contract/users'

/** Whether a section of the settings gets the dot for missing data (docs/rules/screens.md 2.4). */
export const isPersonalIncomplete = ({ name, phone, city, gender, birthYear, verifiedEmail, verifiedPhone }: User) =>
  [name, phone, city, gender, birthYear].includes(null) || !verifiedEmail || !verifiedPhone

export const isLearningComplete = ({ jobTitle, englishLevel, learningObjective }: Student): boolean =>
  jobTitle !== null && englishLevel !== null && learningObjective !== null
