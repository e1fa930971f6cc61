import { describe, expect, it } from 'vitest'
import { hours, type Instant } from '../cairo.ts'
import { Role } from '../roles.ts'
import { type Chosen, mailableFrom, whyLeftOut, whyNotChosen } from './mailing.ts'

const student: Chosen = {
  role: Role.Student,
  verifiedEmail: true,
  isWanted: true,
  activated: null,
  activatedAt: null,
  hasLesson: false,
  recent: 0,
}
const tutor: Chosen = Object.assign({}, student, { role: Role.Tutor, activated: true, activatedAt: 1 })
const but = (person: Chosen, changes: Partial<Chosen>): Chosen => Object.assign({}, person, changes)

describe('who gets a message to a list', () => {
  it('is a student or of the tutor side with a proven address who has not stopped them (docs/rules/staff.md 18.3)', () => {
    for (const role of [Role.Student, Role.Tutor, Role.TutorManager])
      expect(whyLeftOut('news', but(student, { role })), String(role)).toBe(null)
    for (const role of [Role.SuperAdmin, Role.RegularAdmin, Role.Studio])
      expect(whyLeftOut('news', but(student, { role })), String(role)).toBe('role')
    expect(whyLeftOut('news', but(student, { verifiedEmail: false }))).toBe('unproven')
    expect(whyLeftOut('news', but(student, { isWanted: false }))).toBe('opted-out')
  })

  it('is no tutor whom staff have deactivated, but one who applies', () => {
    expect(whyLeftOut('news', but(tutor, { activated: false }))).toBe('deactivated')
    expect(whyLeftOut('news', but(tutor, { activated: false, activatedAt: null }))).toBe(null)
  })

  it('has the first reason of several', () => {
    const none = but(tutor, { role: Role.Studio, activated: false, verifiedEmail: false, isWanted: false, recent: 9 })
    expect(whyNotChosen('come_back', none)).toBe('role')
    expect(whyNotChosen('come_back', but(none, { role: Role.Tutor }))).toBe('deactivated')
    expect(whyNotChosen('come_back', but(none, { role: Role.Student, activatedAt: null }))).toBe('unproven')
  })

  it('is whom the template is about (docs/rules/staff.md 18.4)', () => {
    expect(whyLeftOut('come_back', student)).toBe(null)
    expect(whyLeftOut('come_back', but(student, { hasLesson: true }))).toBe('not-meant')
    expect(whyLeftOut('come_back', tutor)).toBe('not-meant')
    expect(whyLeftOut('tutor_times_wanted', tutor)).toBe(null)
    expect(whyLeftOut('tutor_times_wanted', but(tutor, { activated: false, activatedAt: null }))).toBe('not-meant')
    expect(whyLeftOut('tutor_times_wanted', student)).toBe('not-meant')
  })

  it('has had one at most in the last seven days (docs/rules/staff.md 18.2)', () => {
    expect([0, 1, 2, 3].map((recent) => whyNotChosen('news', but(student, { recent })))).toEqual([
      ...[null, null, 'limit', 'limit'],
    ])
  })
})

describe('when a message to a list is sent (docs/rules/staff.md 18.6)', () => {
  const iso = (at: Instant) => new Date(at).toISOString()
  const from = (text: string) => iso(mailableFrom(Date.parse(text)))

  it('is at once from nine to ten in the evening in Cairo', () => {
    expect(from('2026-02-11T07:00:00Z')).toBe('2026-02-11T07:00:00.000Z')
    expect(from('2026-02-11T19:59:59Z')).toBe('2026-02-11T19:59:59.000Z')
  })

  it('is at nine after the quiet hours, in winter and in summer', () => {
    expect(from('2026-02-11T20:00:00Z')).toBe('2026-02-12T07:00:00.000Z')
    expect(from('2026-02-11T22:30:00Z')).toBe('2026-02-12T07:00:00.000Z')
    expect(from('2026-02-12T06:59:59Z')).toBe('2026-02-12T07:00:00.000Z')
    expect(from('2026-07-11T19:00:00Z')).toBe('2026-07-12T06:00:00.000Z')
    expect(from('2026-07-11T18:59:59Z')).toBe('2026-07-11T18:59:59.000Z')
  })

  it('is at nine by the new clock in the nights in which the clocks change', () => {
    expect(from('2026-04-23T20:30:00Z')).toBe('2026-04-24T06:00:00.000Z')
    expect(from('2026-10-29T19:30:00Z')).toBe('2026-10-30T07:00:00.000Z')
    // The hour that comes twice.
    expect(from('2026-10-29T21:30:00Z')).toBe('2026-10-30T07:00:00.000Z')
  })

  it('is never within the quiet hours', () => {
    const start = Date.parse('2026-01-01T00:00:00Z')
    for (let at = start; at < start + hours(24 * 366); at += hours(1) / 2) {
      const sent = mailableFrom(at)
      expect(sent).toBeGreaterThanOrEqual(at)
      expect(mailableFrom(sent)).toBe(sent)
      expect(sent - at).toBeLessThanOrEqual(hours(12))
    }
  })
})
