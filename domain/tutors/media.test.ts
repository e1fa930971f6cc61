import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { mayShow, mayUploadMedia, mediaRoleOf } from './media.ts'

const omar = { id: 9, studioId: 7, bypassOnboarding: false }
const roleOf = (id: number, role: Role) => mediaRoleOf({ id, role }, omar)

describe('a tutor’s media', () => {
  it('are managed by the tutor, the studio that the tutor chose, and admins', () => {
    expect(roleOf(9, Role.Tutor)).toBe('tutor')
    expect(roleOf(7, Role.Studio)).toBe('studio')
    expect(roleOf(1, Role.RegularAdmin)).toBe('admin')
    expect([roleOf(8, Role.Studio), roleOf(8, Role.Tutor), roleOf(7, Role.TutorManager)]).toEqual([
      ...[null, null, null],
    ])
  })

  it('are uploaded by the tutor where staff have allowed it', () => {
    expect(mayUploadMedia('tutor', omar)).toBe(false)
    expect(mayUploadMedia('tutor', { ...omar, bypassOnboarding: true })).toBe(true)
    expect([mayUploadMedia('studio', omar), mayUploadMedia('admin', omar), mayUploadMedia(null, omar)]).toEqual([
      ...[true, true, false],
    ])
  })

  it('are shown as the tutor has chosen, which only an admin changes', () => {
    expect([mayShow('studio', false), mayShow('studio', true), mayShow('admin', true), mayShow('tutor', true)]).toEqual(
      [true, false, true, true],
    )
  })
})
