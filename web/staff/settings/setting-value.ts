import type { Setting } from '#contract/settings'
import { latinDigits } from '#domain/digits'
import { formatPiastres, parsePounds } from '#domain/money'
import { isCount, isValueOf, type SettingKey } from '#domain/settings/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** How a setting is typed: switches are pressed, amounts are typed in pounds, counts as they are. */
export const kindOf = ({ key, value }: Pick<Setting, 'key' | 'value'>): 'switch' | 'amount' | 'count' | 'text' => {
  if (typeof value === 'boolean') return 'switch'
  if (typeof value === 'string') return 'text'
  return isCount(key) ? 'count' : 'amount'
}

/** A value as its field opens with it. */
export const typedOf = (setting: Pick<Setting, 'key' | 'value'>): string =>
  kindOf(setting) === 'amount' ? formatPiastres(Number(setting.value)).replace(/\.00$/, '') : String(setting.value)

/** What was typed as the setting's value; null where the setting does not take it. */
export function readTyped(key: SettingKey, value: Setting['value'], typed: string): Setting['value'] | null {
  const kind = kindOf({ key, value })
  const read = kind === 'amount' ? parsePounds(typed) : kind === 'count' ? Number(latinDigits(typed)) : typed.trim()
  return isValueOf(key, read) ? read : null
}

/** Formats a setting's value as text. */
export function useSettingValue(): (key: SettingKey, value: Setting['value']) => string {
  const t = useMessages(staffSettings)
  const format = useFormat()
  return (key, value) => {
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (typeof value === 'number') return isCount(key) ? format.number(value) : format.money(value)
    return value === '' ? t('none') : value
  }
}
