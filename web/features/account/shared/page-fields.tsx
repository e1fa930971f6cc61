import { MAX_ABOUT, MAX_BIO, MIN_ABOUT, MIN_BIO } from '#domain/tutors/profile'
import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { FormField, type FormFields } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

type PageFieldsProps = { form: FormFields<'bio' | 'about'>; rows: number }

/** The texts of a tutor's public page. */
export function PageFields({ form, rows }: PageFieldsProps) {
  const t = useMessages(profile)
  const bounds = { min: MIN_BIO, max: MAX_BIO }
  return (
    <>
      <FormField form={form} name="bio" label={t('fields.bio')} hint={t('fields.bioHint', bounds)} required>
        {(control) => <Textarea {...control} rows={2} max={MAX_BIO} />}
      </FormField>
      <FormField
        form={form}
        name="about"
        label={t('fields.about')}
        hint={t('fields.aboutHint', { min: MIN_ABOUT })}
        required
      >
        {(control) => <Textarea {...control} rows={rows} max={MAX_ABOUT} />}
      </FormField>
    </>
  )
}
