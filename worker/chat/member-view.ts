import type * as z from 'zod/mini'
import type { roomSummary } from '#contract/chat'
import type { users } from '#db/schema/users'
import { uploadUrl } from '../files/store.ts'

/** A member as the other member sees them; `email` is null except for staff (docs/rules/chat.md 1.4). */
export const memberView = (
  { id, name, email, gender, image, role, lastSeen }: typeof users.$inferSelect,
  online: boolean,
  isForStaff: boolean,
): z.output<typeof roomSummary>['otherMember'] => ({
  id,
  name,
  gender,
  role,
  online,
  email: isForStaff ? email : null,
  image: uploadUrl(image),
  lastSeen,
})
