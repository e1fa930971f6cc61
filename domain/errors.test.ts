import { describe, expect, it } from 'vitest'
import { DomainError, errorStatus, errors, isErrorCode, refuse } from './errors.ts'

describe('the error catalogue', () => {
  it('spells every code in kebab case', () => {
    expect(Object.keys(errors).filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([])
  })

  it('answers everything that is missing with 404', () => {
    const missing = Object.keys(errors).filter((code) => code.endsWith('not-found'))
    expect(missing.filter((code) => isErrorCode(code) && errorStatus(code) !== 404)).toEqual([])
    expect(missing).toContain('user-not-found')
  })

  it('distinguishes its codes from other texts', () => {
    expect(isErrorCode('busy-tutor')).toBe(true)
    expect(isErrorCode('Invalid input')).toBe(false)
    expect(isErrorCode('toString')).toBe(false)
  })
})

describe('a refusal', () => {
  it('has its code as its message unless a detail is given', () => {
    expect(new DomainError('busy-tutor')).toMatchObject({ code: 'busy-tutor', message: 'busy-tutor' })
    expect(new DomainError('bad-request', 'start: not an instant').message).toBe('start: not an instant')
  })

  it('is thrown only when a rule refuses', () => {
    expect(() => refuse(null)).not.toThrow()
    expect(() => refuse('forbidden')).toThrow('forbidden')
  })
})
