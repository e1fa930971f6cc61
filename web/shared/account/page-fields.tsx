import { aboutRules, bioRules, englishBioRules, MAX_ABOUT, MAX_BIO, MIN_ABOUT, MIN_BIO } from '#domain/tutors/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { TextareaField, TextField } from '../../ui/form-fields.tsx'
import { RuleList } from '../../ui/rule-list.tsx'

const BIO_RULES = Object.keys(bioRules) as (keyof typeof bioRules)[]
const ENGLISH_BIO_RULES = Object.keys(englishBioRules) as (keyof typeof englishBioRules)[]
const ABOUT_RULES = Object.keys(aboutRules) as (keyof typeof aboutRules)[]

type PageFieldsProps = {
  form: FormFields<'bio' | 'about' | 'englishName' | 'englishBio'>
  /** The current values of the texts with rules. */
  typed: { bio: string; about: string; englishBio: string }
  rows: number
}

/**
 * The texts of a tutor's public page, with their rules and whether each is met; what English readers see is optional
 * (docs/rules/tutors.md 1.9).
 */
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
      <TextField
        form={form}
        name="englishName"
        label={t('fields.englishName')}
        hint={t('fields.englishNameHint')}
        flow="ltr"
        autoComplete="off"
      />
      <TextareaField
        form={form}
        name="englishBio"
        label={t('fields.englishBio')}
        hint={<EnglishBioRules bio={typed.englishBio.trim()} />}
        rows={2}
        max={MAX_BIO}
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

function EnglishBioRules({ bio }: { bio: string }) {
  const t = useMessages(profile)
  const rules = ENGLISH_BIO_RULES.map((rule) => ({
    text: t(`fields.englishBioRules.${rule}`, { min: MIN_BIO, max: MAX_BIO }),
    isMet: englishBioRules[rule](bio),
  }))
  return (
    <>
      <p className="mb-1">{t('fields.englishBioHint')}</p>
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
