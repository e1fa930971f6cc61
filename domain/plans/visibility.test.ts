import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { isInviteActive, whyNotVisible } from './visibility.ts'

const open = { active: true, forInvitesOnly: false }
const sara = { role: Role.Student, invited: false }

describe('the visibility of a plan', () => {
  it('shows an active plan to everybody, and an inactive one as not found', () => {
    expect(whyNotVisible(open, sara)).toBeNull()
    expect(whyNotVisible({ ...open, active: false }, sara)).toBe('plan-not-found')
    expect(whyNotVisible({ active: false, forInvitesOnly: true }, { ...sara, invited: true })).toBe('plan-not-found')
  })

  it('requires an invite for a plan for invites only', () => {
    expect(whyNotVisible({ ...open, forInvitesOnly: true }, sara)).toBe('forbidden')
    expect(whyNotVisible({ ...open, forInvitesOnly: true }, { ...sara, invited: true })).toBeNull()
  })

  it('shows every plan to staff', () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin, Role.Studio])
      expect(whyNotVisible({ active: false, forInvitesOnly: true }, { role, invited: false })).toBeNull()
  })

  it('treats an invite as active until it expires, or for ever', () => {
    expect(isInviteActive({ expiresAt: null }, 5)).toBe(true)
    expect(isInviteActive({ expiresAt: 6 }, 5)).toBe(true)
    expect(isInviteActive({ expiresAt: 5 }, 5)).toBe(false)
  })
})
