import { bioIn } from '#domain/tutors/profile'
import { type Named, nameIn } from '#domain/users/name'
import { language } from '#messages/language'

/** What the reader of this build is shown of a tutor's two names and bios; of anybody else the name (docs/rules/tutors.md 1.9). */
export const shownName = (person: Named): string | null => nameIn(language.code, person)
export const shownBio = (tutor: { bio: string | null; englishBio: string | null }): string | null =>
  bioIn(language.code, tutor)
