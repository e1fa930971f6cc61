import { useState } from 'react'
import type { Setting } from '#contract/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { kindOf, readTyped, typedOf, useSettingValue } from './setting-value.ts'
import { useChangeSetting } from './use-change-setting.ts'

type ChangeDialogProps = { setting: Setting; onClose: () => void }

/** Changes a setting: the current value, the new one, and the reason. A switch is inverted. */
export function ChangeDialog({ setting, onClose }: ChangeDialogProps) {
  const t = useMessages(staffSettings)
  const say = useSettingValue()
  const change = useChangeSetting()
  const { key, value } = setting
  const kind = kindOf(setting)
  const [typed, setTyped] = useState(typedOf(setting))
  const [isInvalid, setInvalid] = useState(false)
  const next = kind === 'switch' ? !value : readTyped(key, value, typed)
  const save = async (reason: string) => {
    setInvalid(next === null)
    // Rejected: the dialog stays open.
    if (next === null) throw new Error('not a value of the setting')
    await change({ setting, value: next, reason })
  }
  const error = isInvalid && next === null ? { error: t('dialog.invalid') } : {}
  return (
    <ReasonDialog
      tone="warning"
      title={t('dialog.title', { name: t(`names.${key}`) })}
      description={
        <>
          {t('dialog.from', { value: say(key, value) })}
          {kind === 'switch' && <strong className="block">{t('dialog.to', { value: say(key, !value) })}</strong>}
          <span className="mt-1 block">{t(`hints.${key}`)}</span>
        </>
      }
      confirmLabel={t('dialog.save')}
      onConfirm={save}
      onClose={onClose}
    >
      {kind !== 'switch' && (
        <Field
          label={t('dialog.value')}
          {...(kind === 'amount' ? { hint: t('dialog.pounds') } : {})}
          className="mb-4"
          {...error}
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            flow={kind === 'amount' || kind === 'count' || key === 'supportWhatsApp' ? 'ltr' : 'auto'}
            inputMode={kind === 'amount' ? 'decimal' : kind === 'count' ? 'numeric' : 'text'}
          />
        </Field>
      )}
    </ReasonDialog>
  )
}
