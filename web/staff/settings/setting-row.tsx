import { Pencil } from 'lucide-react'
import type { Setting } from '#contract/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { kindOf, useSettingValue } from './setting-value.ts'

const TICK = 30_000

/** A setting, its value, its last editor, and a button to change it. */
export function SettingRow({ setting, onChange }: { setting: Setting; onChange: () => void }) {
  const t = useMessages(staffSettings)
  const say = useSettingValue()
  const { key, value, mayChange } = setting
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{t(`names.${key}`)}</p>
        <p className="text-muted text-sm">{t(`hints.${key}`)}</p>
        <LastChange setting={setting} />
        {!mayChange && <p className="text-muted text-sm">{t('onlySuper')}</p>}
      </div>
      <div className="flex min-w-0 items-center gap-3">
        {kindOf(setting) === 'switch' ? (
          <Badge tone={value ? 'warning' : 'neutral'}>{say(key, value)}</Badge>
        ) : (
          <bdi translate="no" className="figures min-w-0 max-w-80 break-words font-semibold">
            {say(key, value)}
          </bdi>
        )}
        {mayChange && (
          <Button
            variant="secondary"
            size="sm"
            icon={Pencil}
            onClick={onChange}
            aria-label={t('editOf', { name: t(`names.${key}`) })}
          >
            {t('edit')}
          </Button>
        )}
      </div>
    </li>
  )
}

function LastChange({ setting: { updatedAt, updatedBy } }: { setting: Setting }) {
  const t = useMessages(staffSettings)
  const format = useFormat()
  const now = useNow(TICK)
  if (updatedAt === null) return <p className="text-muted text-xs">{t('initial')}</p>
  const age = format.relative(Date.parse(updatedAt), now)
  return (
    <p className="text-muted text-xs">
      {updatedBy?.name ? t('changedBy', { name: updatedBy.name, age }) : t('changedByNobody', { age })}
    </p>
  )
}
