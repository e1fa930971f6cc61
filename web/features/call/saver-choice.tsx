import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { Room } from './room.ts'
import { megabytesOf, savers } from './saver.ts'

type Props = Pick<Room, 'saver' | 'saveData' | 'meeting'>

/** How much of a data bundle the meeting may eat, in megabytes: most people here pay by them. */
export function SaverChoice({ saver, saveData, meeting }: Props) {
  const t = useMessages(words)
  const format = useFormat()
  const options = savers.map((value) => ({
    value,
    label: t(`saver.options.${value}`),
    aside: (
      <span className="whitespace-nowrap text-muted text-sm">
        {t('saver.cost', { megabytes: megabytesOf(value, meeting.duration) })}
      </span>
    ),
  }))
  return (
    <FieldGroup label={t('saver.title')} hint={t('saver.hint', { duration: format.duration(meeting.duration) })}>
      <RadioGroup options={options} value={saver} onChange={saveData} />
    </FieldGroup>
  )
}
