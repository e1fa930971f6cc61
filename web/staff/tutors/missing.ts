import type { listFullTutors } from '#contract/tutors'
import type { staffTutors } from '#messages/staff-tutors'
import type { RowOf } from '../table/shared/list-query.ts'

export type FullTutor = RowOf<typeof listFullTutors>
export type MissingPart = keyof typeof staffTutors.missing

/** What a tutor's account and profile lack before students see a whole page. */
export function missingOf(tutor: FullTutor): MissingPart[] {
  const given: Record<MissingPart, boolean> = {
    activated: tutor.activated,
    email: tutor.verifiedEmail,
    name: Boolean(tutor.name),
    image: Boolean(tutor.image),
    video: Boolean(tutor.video),
    thumbnail: Boolean(tutor.thumbnail),
    phone: Boolean(tutor.phone),
    verifiedPhone: tutor.verifiedPhone,
    gender: tutor.gender !== null,
    birthYear: tutor.birthYear !== null,
    city: tutor.city !== null,
    bio: Boolean(tutor.bio),
    about: Boolean(tutor.about),
  }
  return (Object.keys(given) as MissingPart[]).filter((part) => !given[part])
}
