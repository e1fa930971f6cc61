import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { accountFields, filled, isRepeated, learningFields, nameField, passwordField } from './profile-schema.ts'

/** What a field makes of a text: the value that is sent, or the code of what is wrong. */
const read = (field: z.ZodMiniType<unknown, string>, text: string) => {
  const { success, data, error } = z.safeParse(field, text)
  return success ? data : error.issues[0]?.message
}

describe('the fields of a profile', () => {
  it('send an empty text as null, and others trimmed', () => {
    expect(read(learningFields.jobTitle, '  ')).toBeNull()
    expect(read(learningFields.jobTitle, ' مهندسة ')).toBe('مهندسة')
    expect(read(accountFields.phone, '')).toBeNull()
    expect(read(accountFields.phone, ' ٠١٠١٢٣٤٥٦٧٨ ')).toBe('01012345678')
  })

  it('send a choice as its number, also the first one', () => {
    expect(read(learningFields.timePeriod, '0')).toBe(0)
    expect(read(accountFields.city, '')).toBeNull()
  })

  it('ask for two parts of a name, in Arabic for a tutor', () => {
    expect(read(nameField(Role.Student), 'Sara')).toBe('api-invalid-user-name')
    expect(read(nameField(Role.Student), 'Sara Ali')).toBe('Sara Ali')
    expect(read(nameField(Role.Tutor), 'Omar Hassan')).toBe('invalid-tutor-name')
    expect(read(nameField(Role.Student), '')).toBeNull()
    expect(read(filled(nameField(Role.Student)), ' ')).toBe('required-field')
  })

  it('read minutes in either digits, and refuse what is no number', () => {
    expect(read(accountFields.notice, '٣٠')).toBe(30)
    for (const text of ['', 'x', '0', '-5', '1.5']) expect(read(accountFields.notice, text)).toBe('invalid-notice')
    expect(read(accountFields.notice, '1441')).toBe('max-notice-exceeded')
  })

  it('refuse a password that is typed differently the second time, beside other mistakes', () => {
    const schema = z.object({ password: passwordField, confirmation: z.string() }).check(isRepeated)
    const { error } = z.safeParse(schema, { password: 'short', confirmation: 'other' })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['password', 'short-password'],
      ['confirmation', 'mismatch'],
    ])
  })
})
