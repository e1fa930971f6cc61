import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { isInviteActive, whyNotVisible } from './visibility.ts'

const open = { active: true, forInvitesOnly: false }
const sara = { role: Role.Student, invited: false }

describe('who sees a plan', () => {
  it('everybody sees an active one; an inactive one is not there', () => {
    expect(whyNotVisible(open, sara)).toBeNull()
    expect(whyNotVisible({ ...open, active: false }, sara)).toBe('plan-not-found')
    expect(whyNotVisible({ active: false, forInvitesOnly: true }, { ...sara, invited: true })).toBe('plan-not-found')
  })

  it('one for invites only asks for an invite', () => {
    expect(whyNotVisible({ ...open, forInvitesOnly: true }, sara)).toBe('forbidden')
    expect(whyNotVisible({ ...open, forInvitesOnly: true }, { ...sara, invited: true })).toBeNull()
  })

  it('staff see all', () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin, Role.Studio])
      expect(whyNotVisible({ active: false, forInvitesOnly: true }, { role, invited: false })).toBeNull()
  })

  it('an invite lives until its end, or for ever', () => {
    expect(isInviteActive({ expiresAt: null }, 5)).toBe(true)
    expect(isInviteActive({ expiresAt: 6 }, 5)).toBe(true)
    expect(isInviteActive({ expiresAt: 5 }, 5)).toBe(false)
  })
})
