import { isTutorSide, type Role } from '#domain/roles'
import { MIN_TUTOR_AGE } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { FormFields } from '../../ui/form.tsx'
import { SelectField, TextField } from '../../ui/form-fields.tsx'
import { birthYears, options } from './profile-options.ts'

type NameFieldProps = { form: FormFields<'name'>; role: Role; required?: boolean }

/** The name; its hint depends on the role, as its rule does. */
export function NameField({ form, role, required = false }: NameFieldProps) {
  const t = useMessages(profile)
  return (
    <TextField
      form={form}
      name="name"
      label={t('fields.name')}
      hint={t(isTutorSide(role) ? 'fields.nameTutor' : 'fields.nameStudent')}
      texts={{ 'api-invalid-user-name': t('fields.twoParts') }}
      required={required}
      autoComplete="name"
    />
  )
}

type PersonalFieldsProps = { form: FormFields<'city' | 'gender' | 'birthYear'>; role: Role; required?: boolean }

/** Governorate, gender and year of birth, of which only those are offered that the role allows. */
export function PersonalFields({ form, role, required = false }: PersonalFieldsProps) {
  const t = useMessages(profile)
  const format = useFormat()
  const years = birthYears(role).map((year) => ({ value: year, label: format.number(year, { useGrouping: false }) }))
  return (
    <>
      <SelectField
        form={form}
        name="city"
        label={t('fields.city')}
        required={required}
        options={options.cities}
        placeholder={t('fields.choose')}
      />
      <SelectField
        form={form}
        name="gender"
        label={t('fields.gender')}
        required={required}
        options={options.genders}
        placeholder={t('fields.choose')}
        autoComplete="sex"
      />
      <SelectField
        form={form}
        name="birthYear"
        label={t('fields.birthYear')}
        hint={isTutorSide(role) ? t('fields.birthYearTutor', { age: MIN_TUTOR_AGE }) : undefined}
        texts={isTutorSide(role) ? { 'young-user': t('fields.tooYoungTutor', { age: MIN_TUTOR_AGE }) } : {}}
        required={required}
        options={years}
        placeholder={t('fields.choose')}
        autoComplete="bday-year"
      />
    </>
  )
}
