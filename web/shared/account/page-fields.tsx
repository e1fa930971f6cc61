import { aboutRules, bioRules, MAX_ABOUT, MAX_BIO, MIN_ABOUT, MIN_BIO } from '#domain/tutors/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { RuleList } from '../../ui/rule-list.tsx'

const BIO_RULES = Object.keys(bioRules) as (keyof typeof bioRules)[]
const ABOUT_RULES = Object.keys(aboutRules) as (keyof typeof aboutRules)[]

type PageFieldsProps = {
  form: FormFields<'bio' | 'about'>
  /** The current values of the two fields. */
  typed: { bio: string; about: string }
  rows: number
}

/** The texts of a tutor's public page, with their rules and whether each is met. */
export function PageFields({ form, typed, rows }: PageFieldsProps) {
  const t = useMessages(profile)
  return (
    <>
      <TextareaField
        form={form}
        name="bio"
        label={t('fields.bio')}
        hint={<BioRules bio={typed.bio.trim()} />}
        required
        rows={2}
        max={MAX_BIO}
      />
      <TextareaField
        form={form}
        name="about"
        label={t('fields.about')}
        hint={<AboutRules about={typed.about.trim()} />}
        required
        rows={rows}
        max={MAX_ABOUT}
      />
    </>
  )
}

function BioRules({ bio }: { bio: string }) {
  const t = useMessages(profile)
  const rules = BIO_RULES.map((rule) => ({
    text: t(`fields.bioRules.${rule}`, { min: MIN_BIO, max: MAX_BIO }),
    isMet: bioRules[rule](bio),
  }))
  return (
    <>
      <p className="mb-1">{t('fields.bioHint')}</p>
      <RuleList label={t('fields.rules')} rules={rules} />
    </>
  )
}

function AboutRules({ about }: { about: string }) {
  const t = useMessages(profile)
  const rules = ABOUT_RULES.map((rule) => ({
    text: t(`fields.aboutRules.${rule}`, { min: MIN_ABOUT, max: MAX_ABOUT }),
    isMet: aboutRules[rule](about),
  }))
  return (
    <>
      <p className="mb-1">{t('fields.aboutHint')}</p>
      <RuleList label={t('fields.rules')} rules={rules} />
    </>
  )
}
