import { isStudent } from '#domain/roles'
import type { TabProps } from '../person-tabs.tsx'
import { RatingList } from './rating-list.tsx'

/** What a student wrote of tutors, or what was written of somebody. */
export function RatingsTab({ person }: TabProps) {
  return <RatingList person={person} of={isStudent(person.role) ? 'given' : 'got'} />
}
