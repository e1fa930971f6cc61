import type { Setting } from '#contract/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

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
