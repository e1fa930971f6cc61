import { describe, expect, it } from 'vitest'
import { type Permission, permissions } from '../permissions.ts'
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

/** Read one by one: what each shows is on a screen of the person looked at, and is nobody's private word. */
const READABLE: Record<string, readonly string[]> = {
  user: ['current', 'selectInterviewer'],
  student: ['read', 'stats', 'ownStats'],
  tutor: [
    'meta',
    'info',
    'listOnboarded',
    'listUncontacted',
    'listForStudent',
    'times',
    'stats',
    'ownStats',
    'home',
    'activity',
    'readForStudio',
    'listForStudio',
  ],
  favouriteTutor: ['list'],
  studio: ['list'],
  availability: ['list', 'readPattern'],
  lesson: ['list', 'read', 'demand'],
  session: ['members'],
  plan: ['read', 'list'],
  planInvite: ['list'],
  subscription: ['ofUser', 'read', 'list'],
  transaction: ['read', 'list', 'last'],
  invoice: ['stats', 'list'],
  rating: ['read', 'listByRater', 'listOfRatee', 'listOfTutor'],
  asset: ['upload', 'receipt'],
  chat: ['listRooms', 'findRoom', 'listMembers'],
  interview: ['select', 'list'],
  demoSession: ['list'],
  introVideo: ['list'],
  topic: ['list', 'ofUser'],
}

it('the calls that may be read are these and no others', () => {
  const open = (Object.keys(permissions) as Permission[]).filter((one) => whyNotWhileViewing(one, 'GET') === null)
  const listed = Object.entries(READABLE).flatMap(([area, calls]) => calls.map((call) => `${area}.${call}`))
  expect(open.sort()).toEqual([...listed, 'user.endViewAs'].sort())
})

it('a refusal names its code', () => {
  const admin = { id: 1, role: Role.RegularAdmin }
  for (const role of [Role.SuperAdmin, Role.RegularAdmin]) expect(whyNotView(admin, { id: 2, role })).toBe('forbidden')
})
