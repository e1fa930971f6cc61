import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import type { TutorMeta } from '#contract/tutors'
import { profile } from '../../i18n/ar/profile.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormField, FormProblem, useEditForm } from '../../ui/form.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.ts'
import { studiosQuery } from '../account/shared/own-profile.ts'
import { accountFields } from '../account/shared/profile-schema.ts'
import { useSaveAccount } from '../account/shared/save.ts'

/** The choice of the studio that makes a tutor's portrait, video and thumbnail (docs/rules/tutors.md 1.5). */
export function StudioCard({ tutor }: { tutor: TutorMeta }) {
  const t = useMessages(settings)
  const words = useMessages(profile)
  const studios = useQuery(studiosQuery)
  const saveAccount = useSaveAccount()
  const form = useEditForm({
    fields: { studioId: accountFields.studioId },
    saved: { studioId: tutor.studioId },
    save: async (changes) => {
      await saveAccount(changes)
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
        <Form form={form} className="flex max-w-xl flex-col gap-5">
          <FormProblem text={form.problem} />
          <FormField form={form} name="studioId" label={t('page.studio')} hint={t('page.studioHint')}>
            {(control) => <Select {...control} options={options} placeholder={words('fields.choose')} />}
          </FormField>
          <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
        </Form>
      )}
    </Card>
  )
}
