import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { assertMayActOn, assertMayEdit, type EditableField } from './editing.ts'

const sara = { id: 1, role: Role.Student, studioId: null }
const omar = { id: 2, role: Role.Tutor, studioId: 6 }
const studio = { id: 6, role: Role.Studio, studioId: null }
const otherStudio = { id: 7, role: Role.Studio, studioId: null }
const adel = { id: 8, role: Role.SuperAdmin, studioId: null }
const hoda = { id: 9, role: Role.RegularAdmin, studioId: null }
const rana = { id: 10, role: Role.RegularAdmin, studioId: null }

type Person = typeof sara | typeof omar | typeof adel | typeof studio | typeof hoda

function edits(editor: Person, edited: Person, field: EditableField): string {
  try {
    assertMayEdit(editor, edited, [field])
    return 'yes'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('who edits whom', () => {
  it('people edit themselves and nobody else', () => {
    expect(edits(sara, sara, 'name')).toBe('yes')
    expect(edits(sara, omar, 'name')).toBe('forbidden')
    expect(edits(omar, omar, 'bio')).toBe('yes')
    expect(edits(omar, sara, 'name')).toBe('forbidden')
  })

  it('a studio edits the tutors who chose it, but not their address, image or password', () => {
    for (const field of ['name', 'bio', 'video', 'phone', 'notice'] as const)
      expect(edits(studio, omar, field)).toBe('yes')
    for (const field of ['email', 'password', 'image', 'address', 'activated'] as const)
      expect(edits(studio, omar, field)).toBe('forbidden')
    expect(edits(otherStudio, omar, 'name')).toBe('forbidden')
    expect(edits(studio, sara, 'name')).toBe('forbidden')
  })

  it('a studio edits its own name, address, city, phone, e-mail and password', () => {
    for (const field of ['name', 'address', 'city', 'phone', 'email', 'password'] as const)
      expect(edits(studio, studio, field)).toBe('yes')
    for (const field of ['gender', 'birthYear', 'bio'] as const) expect(edits(studio, studio, field)).toBe('forbidden')
  })

  it('admins edit everybody, but a regular admin no other admin', () => {
    expect(edits(hoda, omar, 'activated')).toBe('yes')
    expect(edits(hoda, hoda, 'name')).toBe('yes')
    expect(edits(hoda, rana, 'name')).toBe('forbidden')
    expect(edits(hoda, adel, 'name')).toBe('forbidden')
    expect(edits(adel, hoda, 'name')).toBe('yes')
  })

  it('only admins activate and bypass, and nobody sets another’s password', () => {
    expect(edits(omar, omar, 'activated')).toBe('forbidden')
    expect(edits(omar, omar, 'bypassOnboarding')).toBe('forbidden')
    expect(edits(adel, omar, 'bypassOnboarding')).toBe('yes')
    expect(edits(adel, omar, 'password')).toBe('forbidden')
    expect(edits(adel, adel, 'password')).toBe('yes')
  })

  it('only tutors have a tutor’s fields', () => {
    expect(edits(sara, sara, 'bio')).toBe('bad-request')
    expect(edits(adel, sara, 'activated')).toBe('bad-request')
    expect(edits(sara, sara, 'activated')).toBe('forbidden')
  })

  it('only studios have an address, and admins edit it', () => {
    expect(edits(sara, sara, 'address')).toBe('forbidden')
    expect(edits(adel, studio, 'address')).toBe('yes')
  })
})

describe('a refusal', () => {
  const visitor = { id: 11, role: Role.TutorManager, studioId: null }

  it('says which field is not the editor’s, and which one only tutors have', () => {
    expect(() => assertMayEdit(omar, omar, ['name', 'activated'])).toThrow('activated: not yours to change')
    expect(() => assertMayEdit(adel, sara, ['name', 'bio'])).toThrow('bio: only tutors have it')
  })

  it('comes for the account of others also where no field is sent', () => {
    for (const editor of [visitor, omar, otherStudio])
      expect(() => assertMayEdit(editor, sara, [])).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => assertMayEdit(visitor, { ...omar, studioId: visitor.id }, [])).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
    expect(() => assertMayEdit(studio, { ...sara, studioId: studio.id }, [])).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
    expect(() => assertMayEdit(sara, sara, [])).not.toThrow()
  })
})

it('staff act on everybody, but a regular admin on no other admin', () => {
  for (const account of [sara, omar, hoda, adel]) expect(() => assertMayActOn(adel, account)).not.toThrow()
  for (const account of [sara, omar, hoda]) expect(() => assertMayActOn(hoda, account)).not.toThrow()
  for (const account of [rana, adel])
    expect(() => assertMayActOn(hoda, account)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(() => assertMayActOn(omar, omar)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})
