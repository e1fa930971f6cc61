import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import {
  currentValue,
  isSettingKey,
  mayChangeSetting,
  settingKeys,
  settings,
  settingValues,
  whyNotSetting,
} from './settings.ts'

const initial = settingValues({})

describe('a setting', () => {
  it('may always be given its initial value', () => {
    for (const key of settingKeys)
      expect([key, whyNotSetting(key, settings[key].initial, initial)]).toEqual([key, null])
  })

  it('takes values of its own type and bounds only', () => {
    expect(whyNotSetting('bannerShown', 'true', initial)).toBe('bad-request')
    expect(whyNotSetting('bannerText', '', initial)).toBe('bad-request')
    expect(whyNotSetting('bannerText', 'م'.repeat(200), initial)).toBeNull()
    expect(whyNotSetting('bannerText', 'م'.repeat(201), initial)).toBe('bad-request')
    expect(whyNotSetting('minWithdrawal', 100_00, initial)).toBeNull()
    expect(whyNotSetting('minWithdrawal', 99_99, initial)).toBe('bad-request')
    expect(whyNotSetting('minWithdrawal', 200.5, initial)).toBe('bad-request')
    expect(whyNotSetting('maxWithdrawal', 50_000_01, initial)).toBe('bad-request')
    expect(whyNotSetting('supportWhatsApp', '', initial)).toBeNull()
    expect(whyNotSetting('supportWhatsApp', '01012345678', initial)).toBeNull()
    expect(whyNotSetting('supportWhatsApp', '123', initial)).toBe('bad-request')
  })

  it('never leaves a minimum above the maximum', () => {
    const narrowed = settingValues({ maxWithdrawal: 300_00 })
    expect(whyNotSetting('minWithdrawal', 300_00, narrowed)).toBeNull()
    expect(whyNotSetting('minWithdrawal', 300_01, narrowed)).toBe('illegal')
    const raised = settingValues({ minWithdrawal: 300_00 })
    expect(whyNotSetting('maxWithdrawal', 299_99, raised)).toBe('illegal')
  })

  it('that was stored by another version has its initial value', () => {
    expect(currentValue('minWithdrawal', 5)).toBe(settings.minWithdrawal.initial)
    expect(currentValue('bannerShown', undefined)).toBe(false)
  })

  it('about money is changed by the super admin, the others by both', () => {
    const changers = (role: Role) => settingKeys.filter((key) => mayChangeSetting(key, role))
    expect(changers(Role.SuperAdmin)).toEqual(settingKeys)
    expect(settingKeys.filter((key) => !changers(Role.RegularAdmin).includes(key))).toEqual([
      'minWithdrawal',
      'maxWithdrawal',
      'payoutLimit',
    ])
    expect(changers(Role.TutorManager)).toEqual([])
  })
})

it('no other name is accepted as a setting', () => {
  for (const key of settingKeys) expect(isSettingKey(key)).toBe(true)
  for (const name of ['', 'toString', 'bannertext']) expect(isSettingKey(name)).toBe(false)
})
