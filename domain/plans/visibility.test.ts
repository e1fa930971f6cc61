import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { isInviteLiving, whyNotSeen } from './visibility.ts'

const open = { active: true, forInvitesOnly: false }
const sara = { role: Role.Student, invited: false }

describe('who sees a plan', () => {
  it('everybody sees an active one; an inactive one is not there', () => {
    expect(whyNotSeen(open, sara)).toBeNull()
    expect(whyNotSeen({ ...open, active: false }, sara)).toBe('plan-not-found')
    expect(whyNotSeen({ active: false, forInvitesOnly: true }, { ...sara, invited: true })).toBe('plan-not-found')
  })

  it('one for invites only asks for an invite', () => {
    expect(whyNotSeen({ ...open, forInvitesOnly: true }, sara)).toBe('forbidden')
    expect(whyNotSeen({ ...open, forInvitesOnly: true }, { ...sara, invited: true })).toBeNull()
  })

  it('staff see all', () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin, Role.Studio])
      expect(whyNotSeen({ active: false, forInvitesOnly: true }, { role, invited: false })).toBeNull()
  })

  it('an invite lives until its end, or for ever', () => {
    expect(isInviteLiving({ expiresAt: null }, 5)).toBe(true)
    expect(isInviteLiving({ expiresAt: 6 }, 5)).toBe(true)
    expect(isInviteLiving({ expiresAt: 5 }, 5)).toBe(false)
  })
})
