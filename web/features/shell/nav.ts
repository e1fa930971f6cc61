import { UsersRound } from 'lucide-react'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import type { shell } from '../../i18n/ar/shell.ts'
import type { Icon } from '../../ui/icon.ts'

/** A place of the navigation. The phone's bar has room for four; the others stand in the menu behind the portrait. */
export type NavPlace = { to: '/tutors'; label: keyof typeof shell.nav; icon: Icon; inBar: boolean }

const student: readonly NavPlace[] = [{ to: '/tutors', label: 'tutors', icon: UsersRound, inBar: true }]
const tutorSide: readonly NavPlace[] = []

/** Where somebody of this role can go; what does not exist yet is not there. */
export function navOf(role: Role): readonly NavPlace[] {
  if (isStudent(role)) return student
  return isTutorSide(role) ? tutorSide : []
}
