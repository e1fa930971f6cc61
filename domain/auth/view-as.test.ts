import { describe, expect, it } from 'vitest'
import { Role, roles } from '../roles.ts'
import { whyNotView, whyNotWhileViewing } from './view-as.ts'

describe('viewing as another user', () => {
  it('is allowed to admins, for roles below their own', () => {
    const allowed = (viewer: Role) =>
      roles.filter((role) => whyNotView({ id: 1, role: viewer }, { id: 2, role }) === null)
    expect(allowed(Role.SuperAdmin)).toEqual(roles.filter((role) => role !== Role.SuperAdmin))
    expect(allowed(Role.RegularAdmin)).toEqual(roles.filter((role) => role > Role.RegularAdmin))
    for (const role of [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio]) expect(allowed(role)).toEqual([])
    expect(whyNotView({ id: 1, role: Role.SuperAdmin }, { id: 1, role: Role.Student })).toBe('forbidden')
  })

  it('reads what is viewable and ends itself; anything else is refused', () => {
    expect(whyNotWhileViewing({ may: 'lesson.list', method: 'GET', viewable: true })).toBeNull()
    expect(whyNotWhileViewing({ may: 'user.endViewAs', method: 'POST' })).toBeNull()
    for (const call of [
      { may: 'lesson.list', method: 'POST', viewable: true },
      { may: 'lesson.book', method: 'POST' },
      { may: 'chat.listMessages', method: 'GET' },
      { may: 'user.viewAs', method: 'POST' },
    ] as const)
      expect([call, whyNotWhileViewing(call)]).toEqual([call, 'read-only-session'])
  })
})

it('a refusal names its code', () => {
  const admin = { id: 1, role: Role.RegularAdmin }
  for (const role of [Role.SuperAdmin, Role.RegularAdmin]) expect(whyNotView(admin, { id: 2, role })).toBe('forbidden')
})
