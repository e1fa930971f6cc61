import * as z from 'zod/mini'
import { refusing, ruledText } from '#contract/fields'
import { editStudent } from '#contract/students'
import { editUser, registerUser } from '#contract/users'
import { latinDigits } from '#domain/digits'
import type { Role } from '#domain/roles'
import { whyNotAbout, whyNotBio } from '#domain/tutors/profile'
import { whyNotAccountName } from '#domain/users/name'

/** The fields of an account's forms, from their text to the contracts' values. An empty field becomes null. */

const { shape: ofUser } = editUser.body
const { shape: ofStudent } = editStudent.body

/** A field that is optional in a call, but required in the form. */
export const present = <Field extends z.ZodMiniType>(field: z.ZodMiniOptional<Field>): Field => field.def.innerType

const isFilled = z.string().check(refusing((text) => (text.trim() === '' ? 'required-field' : null)))

/** A field that must be filled in. */
export const filled = <Field extends z.ZodMiniType<unknown, string>>(field: Field) => z.pipe(isFilled, field)

const words = z.transform((text: string): string | null => text.trim() || null)

/** A choice of a list of numbers: nothing chosen yet is null. */
const choice = z.transform((text: string): number | null => (text === '' ? null : Number(text)))

/** Whole minutes in either digits; anything else becomes 0, which the rule refuses. */
const minutes = z.transform((text: string): number => {
  const typed = Number(latinDigits(text.trim()))
  return Number.isInteger(typed) ? typed : 0
})

const whyNotNameOf = (role: Role) => (name: string | null | undefined) => (name ? whyNotAccountName(name, role) : null)

/** Letters only, two parts; a tutor's in Arabic (docs/rules/accounts.md 6.2). */
export const nameField = (role: Role) => z.pipe(words, present(ofUser.name).check(refusing(whyNotNameOf(role))))

export const passwordField = registerUser.body.shape.password

export const accountFields = {
  email: present(ofUser.email),
  phone: z.pipe(words, present(ofUser.phone)),
  englishName: z.pipe(words, present(ofUser.englishName)),
  englishBio: z.pipe(words, present(ofUser.englishBio)),
  city: z.pipe(choice, present(ofUser.city)),
  gender: z.pipe(words, present(ofUser.gender)),
  birthYear: z.pipe(choice, present(ofUser.birthYear)),
  bio: ruledText(whyNotBio),
  about: ruledText(whyNotAbout),
  notice: z.pipe(minutes, present(ofUser.notice)),
  studioId: z.pipe(choice, present(ofUser.studioId)),
}

export const learningFields = {
  jobTitle: z.pipe(words, present(ofStudent.jobTitle)),
  englishLevel: z.pipe(choice, present(ofStudent.englishLevel)),
  learningObjective: z.pipe(words, present(ofStudent.learningObjective)),
  timePeriod: z.pipe(choice, present(ofStudent.timePeriod)),
}

/** Shows the comparison's error together with other errors, not only when the other fields are valid. */
const always = () => true

/** A new password is typed twice; compares `password` with `confirmation`. */
export const isRepeated = z.refine<{ password: string; confirmation: string }>(
  ({ password, confirmation }) => password === confirmation,
  { path: ['confirmation'], error: 'mismatch', when: always },
)
