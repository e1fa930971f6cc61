import { describe, expect, it } from 'vitest'
import { type Grants, grantOf, may, type Permission, permissions, staffPermissions } from './permissions.ts'
import { isAdmin, isTutorSide, Role, roles } from './roles.ts'

const all = Object.keys(permissions) as Permission[]
const rows: [Permission, Grants][] = all.map((name) => [name, permissions[name]])

describe('the permission table', () => {
  it('has an entry for every role', () => {
    const everybody = ['anonymous', 'regularAdmin', 'student', 'studio', 'superAdmin', 'tutor', 'tutorManager']
    expect(rows.filter(([, grants]) => Object.keys(grants).sort().join() !== everybody.join())).toEqual([])
  })

  it('never lets a super admin do less than a regular one', () => {
    const order = ['no', 'own', 'any']
    expect(
      rows.filter(([, { regularAdmin, superAdmin }]) => order.indexOf(superAdmin) < order.indexOf(regularAdmin)),
    ).toEqual([])
  })

  it('is open to everybody where it is open to the anonymous', () => {
    const open = rows.filter(([, { anonymous }]) => anonymous === 'any')
    expect(open.filter(([, grants]) => Object.values(grants).some((grant) => grant !== 'any'))).toEqual([])
    expect(rows.filter(([, { anonymous }]) => String(anonymous) === 'own')).toEqual([])
  })

  it('has no permission that is granted to nobody', () => {
    expect(rows.filter(([, grants]) => Object.values(grants).every((grant) => grant === 'no'))).toEqual([])
  })
})

describe('what staff may do to what is others’', () => {
  it('is what some role of staff may do to anything, and guests may not', () => {
    const listed = (permission: Permission) => staffPermissions.some((one) => one === permission)
    for (const permission of ['secondFactor.reset', 'studio.read', 'interview.list', 'lesson.demand'] as const)
      expect(listed(permission), permission).toBe(true)
    for (const permission of ['tutor.info', 'user.current', 'fawry.payByCard', 'lesson.summarize'] as const)
      expect(listed(permission), permission).toBe(false)
  })
})

describe('who may do what', () => {
  const whoMay = (permission: Permission) => roles.filter((role) => may(permission, role))

  it('only students pay', () => {
    for (const permission of ['fawry.payByCard', 'fawry.payByInstallments', 'paymob.checkout'] as const)
      expect(whoMay(permission)).toEqual([Role.Student])
  })

  it('students book and move their lessons, and both admins for them', () => {
    for (const permission of ['lesson.book', 'lesson.rebook'] as const)
      expect(whoMay(permission)).toEqual([Role.SuperAdmin, Role.RegularAdmin, Role.Student])
  })

  it('only tutors withdraw, not their managers', () => {
    expect(whoMay('invoice.create')).toEqual([Role.Tutor])
  })

  it('plans and plan invites are written by both admins', () => {
    for (const permission of [
      'plan.create',
      'plan.edit',
      'plan.delete',
      'planInvite.create',
      'planInvite.edit',
      'planInvite.delete',
    ] as const)
      expect(whoMay(permission)).toEqual([Role.SuperAdmin, Role.RegularAdmin])
  })

  it('both admins refund by hand and cancel a subscription for somebody', () => {
    expect(whoMay('fawry.refund').every(isAdmin)).toBe(true)
    expect(whoMay('subscription.cancel')).toEqual([Role.SuperAdmin, Role.RegularAdmin, Role.Student])
  })

  it('tutors and managers write only their own hours', () => {
    expect(whoMay('availability.change').every(isTutorSide)).toBe(true)
    expect(grantOf('availability.change', Role.Tutor)).toBe('own')
  })

  it('a student reads their own subscription, an admin every subscription, a visitor none', () => {
    expect(grantOf('subscription.ofUser', Role.Student)).toBe('own')
    expect(grantOf('subscription.ofUser', Role.RegularAdmin)).toBe('any')
    expect(grantOf('subscription.ofUser', null)).toBe('no')
  })
})
