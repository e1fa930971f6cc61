import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissions } from '../permissions.ts'
import { Role, roles } from '../roles.ts'
import { normalTypedCode, TYPED_CODE_ALPHABET } from '../typed-codes.ts'
import {
  isEnrolmentCall,
  needsSecondFactor,
  RECOVERY_CHARACTERS,
  shownRecoveryCode,
  whyNotEnrol,
} from './second-factor.ts'

describe('a second factor', () => {
  it('is for everybody, of students and tutors once their address is proven', () => {
    expect(roles.filter((role) => whyNotEnrol({ role, verifiedEmail: true }))).toEqual([])
    expect(roles.filter((role) => whyNotEnrol({ role, verifiedEmail: false }))).toEqual([Role.Tutor, Role.Student])
  })

  it('must be had by admins where it is required', () => {
    expect(roles.filter((role) => needsSecondFactor(role, true))).toEqual([Role.SuperAdmin, Role.RegularAdmin])
    expect(roles.filter((role) => needsSecondFactor(role, false))).toEqual([])
  })

  it('is enrolled by calls that show nothing but the own account', () => {
    const open = (Object.keys(permissions) as (keyof typeof permissions)[]).filter(isEnrolmentCall)
    expect(open.sort()).toEqual([
      ...['auth.google', 'auth.password', 'auth.secondFactor', 'auth.secondFactorOptions', 'auth.signOutEverywhere'],
      ...['auth.startGoogle', 'secondFactor.addPasskey', 'secondFactor.beginPasskey', 'secondFactor.beginTotp'],
      ...['secondFactor.confirmTotp', 'secondFactor.read', 'user.current'],
    ])
    expect(open.filter((permission) => !/^(?:auth|secondFactor)\.|^user\.current$/.test(permission))).toEqual([])
    for (const closed of ['secondFactor.removeTotp', 'secondFactor.removePasskey', 'auth.refreshToken', 'user.viewAs'])
      expect(open).not.toContain(closed)
  })
})

describe('a recovery code', () => {
  const codes = fc.string({
    unit: fc.constantFrom(...TYPED_CODE_ALPHABET),
    minLength: RECOVERY_CHARACTERS,
    maxLength: RECOVERY_CHARACTERS,
  })

  it('is read back however it is written', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const shown = shownRecoveryCode(code)
        for (const written of [shown, shown.toUpperCase(), shown.replaceAll('-', ' '), ` ${code} `])
          expect(normalTypedCode(written)).toBe(code)
        expect(normalTypedCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(code)
      }),
    )
  })

  it('has 120 bits', () => {
    expect(new Set(TYPED_CODE_ALPHABET).size).toBe(32)
    expect(RECOVERY_CHARACTERS * Math.log2(TYPED_CODE_ALPHABET.length)).toBe(120)
  })
})

it('a recovery code is shown in four groups of six', () => {
  expect(shownRecoveryCode('ABCDEFGHJKLMNPQRSTUVWXYZ')).toBe('ABCDEF-GHJKLM-NPQRST-UVWXYZ')
})
