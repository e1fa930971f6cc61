import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import { currentValue, mayChangeSetting, settingKeys, settings, settingValues, whyNotSetting } from './settings.ts'

const initial = settingValues({})

describe('a setting', () => {
  it('may always be given its initial value', () => {
    for (const key of settingKeys)
      expect([key, whyNotSetting(key, settings[key].initial, initial)]).toEqual([key, null])
  })

  it('takes values of its own type and bounds only', () => {
    expect(whyNotSetting('banner.shown', 'true', initial)).toBe('bad-request')
    expect(whyNotSetting('banner.text', '', initial)).toBe('bad-request')
    expect(whyNotSetting('banner.text', 'م'.repeat(200), initial)).toBeNull()
    expect(whyNotSetting('banner.text', 'م'.repeat(201), initial)).toBe('bad-request')
    expect(whyNotSetting('withdrawals.minimum', 100_00, initial)).toBeNull()
    expect(whyNotSetting('withdrawals.minimum', 99_99, initial)).toBe('bad-request')
    expect(whyNotSetting('withdrawals.minimum', 200.5, initial)).toBe('bad-request')
    expect(whyNotSetting('withdrawals.maximum', 50_000_01, initial)).toBe('bad-request')
    expect(whyNotSetting('support.whatsapp', '', initial)).toBeNull()
    expect(whyNotSetting('support.whatsapp', '01012345678', initial)).toBeNull()
    expect(whyNotSetting('support.whatsapp', '123', initial)).toBe('bad-request')
  })

  it('never leaves a minimum above the maximum', () => {
    const narrowed = settingValues({ 'withdrawals.maximum': 300_00 })
    expect(whyNotSetting('withdrawals.minimum', 300_00, narrowed)).toBeNull()
    expect(whyNotSetting('withdrawals.minimum', 300_01, narrowed)).toBe('illegal')
    const raised = settingValues({ 'withdrawals.minimum': 300_00 })
    expect(whyNotSetting('withdrawals.maximum', 299_99, raised)).toBe('illegal')
  })

  it('that was stored by another version has its initial value', () => {
    expect(currentValue('withdrawals.minimum', 5)).toBe(settings['withdrawals.minimum'].initial)
    expect(currentValue('banner.shown', undefined)).toBe(false)
  })

  it('about money is changed by the super admin, the others by both', () => {
    const changers = (role: Role) => settingKeys.filter((key) => mayChangeSetting(key, role))
    expect(changers(Role.SuperAdmin)).toEqual(settingKeys)
    expect(settingKeys.filter((key) => !changers(Role.RegularAdmin).includes(key))).toEqual([
      'withdrawals.minimum',
      'withdrawals.maximum',
    ])
    expect(changers(Role.TutorManager)).toEqual([])
  })
})
