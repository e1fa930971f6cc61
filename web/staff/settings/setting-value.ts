import type { Setting } from '#contract/settings'
import { formatPiastres, parsePounds } from '#domain/money'
import { isValueOf, type SettingKey } from '#domain/settings/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** How a setting is typed: switches are pressed, amounts are typed in pounds. */
export const kindOf = ({ value }: Pick<Setting, 'value'>): 'switch' | 'amount' | 'text' => {
  if (typeof value === 'boolean') return 'switch'
  return typeof value === 'number' ? 'amount' : 'text'
}

/** A value as its field opens with it. */
export const typedOf = (value: Setting['value']): string =>
  typeof value === 'number' ? formatPiastres(value).replace(/\.00$/, '') : String(value)

/** What was typed as the setting's value; null where the setting does not take it. */
export function readTyped(key: SettingKey, value: Setting['value'], typed: string): Setting['value'] | null {
  const read = typeof value === 'number' ? parsePounds(typed) : typed.trim()
  return isValueOf(key, read) ? read : null
}

/** Formats a setting's value as text. */
export function useSettingValue(): (value: Setting['value']) => string {
  const t = useMessages(staffSettings)
  const format = useFormat()
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (typeof value === 'number') return format.money(value)
    return value === '' ? t('none') : value
  }
}
