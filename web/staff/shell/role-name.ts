import { Role } from '#domain/roles'
import type { staffShell } from '#messages/staff-shell'

const names = new Map<Role, keyof typeof staffShell.account.roles>([
  [Role.SuperAdmin, 'superAdmin'],
  [Role.RegularAdmin, 'regularAdmin'],
  [Role.TutorManager, 'tutorManager'],
  [Role.Studio, 'studio'],
])

/** The key of the name of a staff role; undefined for students and tutors. */
export const staffRoleName = (role: Role) => names.get(role)
