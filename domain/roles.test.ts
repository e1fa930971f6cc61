import { describe, expect, it } from 'vitest'
import * as roles from './roles.ts'

const { Role } = roles
const whoIs = (predicate: (role: roles.Role) => boolean) => roles.roles.filter(predicate)

describe('roles', () => {
  it('keep the numbers of the wire', () => {
    expect(Role).toEqual({ SuperAdmin: 1, RegularAdmin: 2, Tutor: 3, Student: 4, TutorManager: 5, Studio: 6 })
    expect(roles.isRole(6)).toBe(true)
    expect(roles.isRole(7)).toBe(false)
  })

  it('fall into the groups that the rules speak of', () => {
    expect(whoIs(roles.isSuperAdmin)).toEqual([Role.SuperAdmin])
    expect(whoIs(roles.isAdmin)).toEqual([Role.SuperAdmin, Role.RegularAdmin])
    expect(whoIs(roles.isRegularTutor)).toEqual([Role.Tutor])
    expect(whoIs(roles.isTutorManager)).toEqual([Role.TutorManager])
    expect(whoIs(roles.isTutorSide)).toEqual([Role.Tutor, Role.TutorManager])
    expect(whoIs(roles.isStudent)).toEqual([Role.Student])
    expect(whoIs(roles.isStudio)).toEqual([Role.Studio])
    expect(whoIs(roles.isRegularUser)).toEqual([Role.Tutor, Role.Student, Role.TutorManager])
    expect(whoIs(roles.isStaff)).toEqual([Role.SuperAdmin, Role.RegularAdmin, Role.TutorManager, Role.Studio])
  })
})
