import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import type { TutorMeta } from '#contract/tutors'
import { profile } from '../../i18n/ar/profile.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.ts'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { studiosQuery } from '../account/shared/own-profile.ts'
import { useSaveAccount } from '../account/shared/save.ts'
import { SaveRow } from '../account/shared/save-row.tsx'
import { useEdits } from '../account/shared/use-edits.ts'
import { tutorValues, userChanges } from '../account/shared/values.ts'

/** Portrait, film and thumbnail come from the studio that the tutor chooses (docs/rules/tutors.md 1.5). */
export function StudioCard({ tutor }: { tutor: TutorMeta }) {
  const t = useMessages(settings)
  const words = useMessages(profile)
  const studios = useQuery(studiosQuery)
  const saveAccount = useSaveAccount()
  const edits = useEdits({
    saved: { studioId: tutorValues(tutor).studioId },
    rules: {},
    save: async (changes) => {
      await saveAccount(userChanges(changes))
      toast.success(t('page.studioSaved'), { id: 'settings' })
    },
  })
  const options = (studios.data?.list ?? []).map(({ id, name, address }) => ({
    value: id,
    label: [name ?? `#${id}`, address].filter(Boolean).join('، '),
  }))
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <div className="-mb-4">
        <SectionHeading title={t('page.media')} />
      </div>
      <Banner icon={Camera}>{t('photo.byStudio')}</Banner>
      {options.length > 0 && (
        <form ref={edits.form} noValidate onSubmit={edits.onSubmit} className="flex max-w-xl flex-col gap-5">
          <FormProblem text={edits.problem} />
          <Field label={t('page.studio')} hint={t('page.studioHint')}>
            <Select {...edits.bind('studioId')} options={options} placeholder={words('fields.choose')} />
          </Field>
          <SaveRow hasChanges={edits.hasChanges} isSaving={edits.isSaving} onDiscard={edits.discard} />
        </form>
      )}
    </Card>
  )
}
