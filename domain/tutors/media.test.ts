import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { mayShow, mayUploadMedia, mediaStanding } from './media.ts'

const omar = { id: 9, studioId: 7, bypassOnboarding: false }
const standingOf = (id: number, role: Role) => mediaStanding({ id, role }, omar)

describe('a tutor’s media', () => {
  it('are the business of the tutor, the studio that the tutor chose, and admins', () => {
    expect(standingOf(9, Role.Tutor)).toBe('tutor')
    expect(standingOf(7, Role.Studio)).toBe('studio')
    expect(standingOf(1, Role.RegularAdmin)).toBe('admin')
    expect([standingOf(8, Role.Studio), standingOf(8, Role.Tutor), standingOf(7, Role.TutorManager)]).toEqual([
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
