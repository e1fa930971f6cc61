import { isStudent } from '#domain/roles'
import type { TabProps } from './queries.ts'
import { RatingList } from './rating-list.tsx'

/** The ratings by a student, or those of a tutor or studio. */
export function RatingsTab({ person }: TabProps) {
  return <RatingList person={person} of={isStudent(person.role) ? 'given' : 'got'} />
}
