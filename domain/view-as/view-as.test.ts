import { describe, expect, it } from 'vitest'
import { Role, roles } from '../roles.ts'
import { whyNotView, whyNotWhileViewing } from './view-as.ts'

describe('viewing as somebody else', () => {
  it('is for admins, downwards only', () => {
    const allowed = (viewer: Role) =>
      roles.filter((role) => whyNotView({ id: 1, role: viewer }, { id: 2, role }) === null)
    expect(allowed(Role.SuperAdmin)).toEqual(roles.filter((role) => role !== Role.SuperAdmin))
    expect(allowed(Role.RegularAdmin)).toEqual(roles.filter((role) => role > Role.RegularAdmin))
    for (const role of [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio]) expect(allowed(role)).toEqual([])
    expect(whyNotView({ id: 1, role: Role.SuperAdmin }, { id: 1, role: Role.Student })).toBe('forbidden')
  })

  it('reads what is listed and ends itself; anything else is refused', () => {
    expect(whyNotWhileViewing('lesson.list', 'GET')).toBeNull()
    expect(whyNotWhileViewing('user.endViewAs', 'POST')).toBeNull()
    for (const [permission, method] of [
      ['lesson.list', 'POST'],
      ['lesson.book', 'POST'],
      ['chat.listMessages', 'GET'],
      ['fawry.listCards', 'GET'],
      ['session.token', 'GET'],
      ['user.list', 'GET'],
      ['user.viewAs', 'POST'],
    ] as const)
      expect([permission, whyNotWhileViewing(permission, method)]).toEqual([permission, 'read-only-session'])
  })
})
