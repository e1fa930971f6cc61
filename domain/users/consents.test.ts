import { describe, expect, it } from 'vitest'
import { Role, roles } from '#domain/roles'
import { dueConsents, textVersions } from '#domain/users/consents'

const versions = { terms: 3, privacy: 2 }
const student = (acceptedTerms: number | null, acceptedPrivacy: number | null) =>
  dueConsents({ role: Role.Student, acceptedTerms, acceptedPrivacy }, versions)

describe('texts to accept (docs/rules/privacy.md 5.3)', () => {
  it('are those whose version in force was not accepted', () => {
    expect(student(3, 2)).toEqual([])
    expect(student(2, 2)).toEqual(['terms'])
    expect(student(3, 1)).toEqual(['privacy'])
    expect(student(2, 1)).toEqual(['terms', 'privacy'])
  })

  it('are both for an account that has accepted none', () => {
    expect(student(null, null)).toEqual(['terms', 'privacy'])
    expect(dueConsents({ role: Role.Student, acceptedTerms: null, acceptedPrivacy: null })).toHaveLength(2)
  })

  it('are none where a later version was accepted, as after a deployment was taken back', () => {
    expect(student(4, 3)).toEqual([])
  })

  it('are for students and tutors alone', () => {
    const asked = roles.filter((role) => dueConsents({ role, acceptedTerms: null, acceptedPrivacy: null }).length > 0)
    expect(asked.toSorted()).toEqual([Role.Tutor, Role.Student].toSorted())
  })

  it('have versions from 1', () => {
    expect(Math.min(...Object.values(textVersions))).toBeGreaterThanOrEqual(1)
  })
})
