import { describe, expect, it } from 'vitest'
import { Role, roles } from '#domain/roles'
import {
  addressInPlace,
  INVITATION_DAYS,
  invitationEnd,
  invitationState,
  keepsAddress,
  mayInvite,
} from '#domain/staff/invitation'

const NOW = Date.parse('2026-02-03T10:00:00Z')
const open = { acceptedAt: null, revokedAt: null, expiresAt: NOW }

describe('inviting staff', () => {
  it('lets a super admin invite to every role of staff, and a regular admin to no admin’s', () => {
    const invitedBy = (by: Role) => roles.filter((role) => mayInvite(role, by))
    expect(invitedBy(Role.SuperAdmin)).toEqual([Role.SuperAdmin, Role.RegularAdmin, Role.TutorManager, Role.Studio])
    expect(invitedBy(Role.RegularAdmin)).toEqual([Role.TutorManager, Role.Studio])
    for (const by of [Role.Tutor, Role.Student, Role.TutorManager, Role.Studio]) expect(invitedBy(by)).toEqual([])
  })

  it('is valid for seven days', () => {
    expect(invitationEnd(NOW) - NOW).toBe(INVITATION_DAYS * 24 * 3_600_000)
    expect(INVITATION_DAYS).toBe(7)
  })
})

describe('the state of an invitation', () => {
  it('waits until its end, and has expired at it', () => {
    expect(invitationState(open, NOW - 1)).toBe('waiting')
    expect(invitationState(open, NOW)).toBe('expired')
  })

  it('stays accepted or revoked after its end', () => {
    expect(invitationState({ ...open, acceptedAt: NOW - 1 }, NOW + 1)).toBe('accepted')
    expect(invitationState({ ...open, revokedAt: NOW - 1 }, NOW + 1)).toBe('revoked')
  })

  it('has expired if it was revoked only at its end', () => {
    expect(invitationState({ ...open, revokedAt: NOW }, NOW + 1)).toBe('expired')
  })
})

it('an account keeps an invited address that was proven, and one of staff any', () => {
  const keeping = (verifiedEmail: boolean) => roles.filter((role) => keepsAddress({ role, verifiedEmail }))
  expect(keeping(true)).toEqual(roles)
  expect(keeping(false)).toEqual([Role.SuperAdmin, Role.RegularAdmin, Role.TutorManager, Role.Studio])
  expect(addressInPlace(7)).toBe('account-7@hessa.invalid')
})
