import { describe, expect, it } from 'vitest'
import { Role, roles } from '#domain/roles'
import { whyNotRate } from './pairing.ts'

const STUDIO = 7
const rater = (role: Role, more = {}) => ({ role, studioId: STUDIO, video: 'a film', ...more })
const ratee = (role: Role) => ({ id: STUDIO, role })

describe('who rates whom', () => {
  it('a student rates a tutor once a lesson of theirs has begun', () => {
    const rates = (lessonsBegun: number) =>
      whyNotRate({ rater: rater(Role.Student), ratee: ratee(Role.Tutor), lessonsBegun })
    expect(rates(0)).toBe('forbidden')
    expect(rates(1)).toBeNull()
  })

  it('a tutor rates the studio that made their video', () => {
    const rates = (more: object) =>
      whyNotRate({ rater: rater(Role.Tutor, more), ratee: ratee(Role.Studio), lessonsBegun: 0 })
    expect(rates({})).toBeNull()
    expect(rates({ studioId: 8 })).toBe('forbidden')
    expect(rates({ video: null })).toBe('forbidden')
  })

  it('nobody rates anybody else', () => {
    const pairs = roles.flatMap((one) => roles.map((other) => [one, other] as const))
    const refusal = ([one, other]: readonly [Role, Role]) =>
      whyNotRate({ rater: rater(one), ratee: ratee(other), lessonsBegun: 1 })
    expect(new Set(pairs.map(refusal))).toEqual(new Set([null, 'forbidden']))
    expect(pairs.filter((pair) => refusal(pair) === null)).toEqual([
      [Role.Tutor, Role.Studio],
      [Role.Student, Role.Tutor],
      [Role.Student, Role.TutorManager],
      [Role.TutorManager, Role.Studio],
    ])
  })
})
