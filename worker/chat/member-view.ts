import type * as z from 'zod/mini'
import type { roomSummary } from '#contract/chat'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { isMinor } from '#domain/students/guardians'
import { uploadUrl } from '../files/store.ts'

const { id, name, englishName, email, gender, image, role, lastSeen, birthYear } = users

/** The columns that `memberView` needs. */
export const memberColumns = { id, name, englishName, email, gender, image, role, lastSeen, birthYear }

export type MemberRow = Pick<typeof users.$inferSelect, keyof typeof memberColumns>

/** A member as the other member sees them; `email` is null except for staff (docs/rules/chat.md 1.4). */
export const memberView = (
  { id, name, englishName, email, gender, image, role, lastSeen, birthYear }: MemberRow,
  online: boolean,
  isForStaff: boolean,
  now: Instant,
): z.output<typeof roomSummary>['otherMember'] => ({
  id,
  name,
  englishName,
  gender,
  role,
  online,
  email: isForStaff ? email : null,
  image: uploadUrl(image),
  lastSeen,
  isMinor: isStudent(role) && isMinor(birthYear, now),
})
