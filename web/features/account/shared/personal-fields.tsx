import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { useEdits } from './use-edits.ts'
import { birthYears, options } from './values.ts'

type Values = { city: string; gender: string; birthYear: string }
type Edits = Pick<ReturnType<typeof useEdits<Values>>, 'bind' | 'faults'>

/** Where somebody is from, what they are and how old. */
export function PersonalFields({ edits: { bind, faults }, required = false }: { edits: Edits; required?: boolean }) {
  const t = useMessages(profile)
  const format = useFormat()
  const years = birthYears().map((year) => ({ value: year, label: format.number(year, { useGrouping: false }) }))
  return (
    <>
      <Field label={t('fields.city')} error={faults.city} required={required}>
        <Select {...bind('city')} options={options.cities} placeholder={t('fields.choose')} />
      </Field>
      <Field label={t('fields.gender')} error={faults.gender} required={required}>
        <Select {...bind('gender')} options={options.genders} placeholder={t('fields.choose')} autoComplete="sex" />
      </Field>
      <Field label={t('fields.birthYear')} error={faults.birthYear} required={required}>
        <Select {...bind('birthYear')} options={years} placeholder={t('fields.choose')} autoComplete="bday-year" />
      </Field>
    </>
  )
}
