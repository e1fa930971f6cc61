import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { CallView } from './call-view.ts'
import { dataSaverModes, megabytesOf } from './data-saver.ts'

type Props = Pick<CallView, 'dataSaver' | 'setDataSaver' | 'session'>

/** The data saver modes with what the session costs in megabytes: most people here pay by volume. */
export function DataSaverChoice({ dataSaver, setDataSaver, session }: Props) {
  const t = useMessages(words)
  const format = useFormat()
  const options = dataSaverModes.map((value) => ({
    value,
    label: t(`dataSaver.options.${value}`),
    aside: (
      <span className="whitespace-nowrap text-muted text-sm">
        {t('dataSaver.cost', { megabytes: megabytesOf(value, session.duration) })}
      </span>
    ),
  }))
  return (
    <FieldGroup
      label={t('dataSaver.title')}
      hint={t('dataSaver.hint', { duration: format.duration(session.duration) })}
    >
      <RadioGroup options={options} value={dataSaver} onChange={setDataSaver} />
    </FieldGroup>
  )
}
