import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { PageFields } from '../../shared/account/page-fields.tsx'
import { NameField } from '../../shared/account/personal-fields.tsx'
import { accountFields, filled, nameField } from '../../shared/account/profile-schema.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { tutorQuery } from '../../shared/tutors/tutor-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { toast } from '../../ui/toasts.ts'

/** The texts of a tutor's public page, with a preview. */
export function PageForm({ me, tutor }: { me: User; tutor: TutorMeta }) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const { bio, about, englishName, englishBio } = accountFields
  const form = useEditForm({
    fields: { name: filled(nameField(me.role)), bio, about, englishName, englishBio },
    saved: {
      name: me.name,
      bio: tutor.bio,
      about: tutor.about,
      englishName: me.englishName,
      englishBio: tutor.englishBio,
    },
    save: async (changes) => {
      await saveAccount(changes)
      toast.success(t('page.saved'), { id: 'settings' })
    },
  })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card padding="lg">
        <SectionHeading title={t('page.form')} />
        <Form form={form} className="flex flex-col gap-5">
          <FormProblem text={form.problem} />
          <NameField form={form} role={me.role} required />
          <PageFields
            form={form}
            typed={{ bio: form.watch('bio'), about: form.watch('about'), englishBio: form.watch('englishBio') }}
            rows={12}
          />
          <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
        </Form>
      </Card>
      <Preview
        me={me}
        name={previewOf(form.watch('name'), form.watch('englishName'))}
        bio={previewOf(form.watch('bio'), form.watch('englishBio'))}
      />
    </div>
  )
}

/** What readers of this language will see, of the text in Arabic and the optional one in English. */
const previewOf = (arabic: string, english: string): string =>
  shownName({ name: arabic, englishName: english.trim() || null }) ?? ''

function Preview({ me, name, bio }: { me: User; name: string; bio: string }) {
  const t = useMessages(settings)
  const { data: shown } = useQuery(tutorQuery(me.id))
  return (
    <Card padding="lg" tone="brand" className="flex flex-col items-center gap-3 text-center lg:sticky lg:top-24">
      <h2 className="text-muted text-sm">{t('page.preview')}</h2>
      <Avatar id={me.id} name={name} src={me.image} size="xl" />
      <p className="break-words font-bold text-lg">
        <bdi translate="no">{name.trim() || t('page.noName')}</bdi>
      </p>
      <p className="break-words">{bio.trim() || t('page.noBio')}</p>
      {shown && (
        <>
          <RatingStars value={shown.avgRating} count={shown.ratingCount} />
          <p className="text-muted text-sm">
            {t('page.students', { count: shown.studentCount })} · {t('page.lessons', { count: shown.lessonCount })}
          </p>
          <LinkButton to="/t/$id" params={{ id: String(me.id) }} variant="secondary" endIcon={ExternalLink}>
            {t('page.open')}
          </LinkButton>
        </>
      )}
    </Card>
  )
}
