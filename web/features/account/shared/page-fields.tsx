import { MAX_ABOUT, MAX_BIO, MIN_ABOUT, MIN_BIO } from '#domain/tutors/profile'
import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { useEdits } from './use-edits.ts'

type Edits = Pick<ReturnType<typeof useEdits<{ bio: string; about: string }>>, 'bind' | 'faults'>

/** What a tutor's page says of them. */
export function PageFields({ edits: { bind, faults }, rows }: { edits: Edits; rows: number }) {
  const t = useMessages(profile)
  const bounds = { min: MIN_BIO, max: MAX_BIO }
  return (
    <>
      <Field label={t('fields.bio')} hint={t('fields.bioHint', bounds)} error={faults.bio} required>
        <Textarea {...bind('bio')} rows={2} max={MAX_BIO} />
      </Field>
      <Field label={t('fields.about')} hint={t('fields.aboutHint', { min: MIN_ABOUT })} error={faults.about} required>
        <Textarea {...bind('about')} rows={rows} max={MAX_ABOUT} />
      </Field>
    </>
  )
}
