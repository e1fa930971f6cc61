import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { profile } from '../../i18n/ar/profile.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { toast } from '../../ui/toasts.ts'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { PageFields } from '../account/shared/page-fields.tsx'
import { aboutRule, bioRule, nameRule, needed } from '../account/shared/rules.ts'
import { useSaveAccount } from '../account/shared/save.ts'
import { SaveRow } from '../account/shared/save-row.tsx'
import { useEdits } from '../account/shared/use-edits.ts'
import { accountValues, tutorValues, userChanges } from '../account/shared/values.ts'
import { tutorQuery } from '../tutors/shared/tutor-queries.ts'

/** The words of a tutor's page, and beside them how they look. */
export function PageForm({ me, tutor }: { me: User; tutor: TutorMeta }) {
  const t = useMessages(settings)
  const words = useMessages(profile)
  const saveAccount = useSaveAccount()
  const { bio, about } = tutorValues(tutor)
  const edits = useEdits({
    saved: { name: accountValues(me).name, bio, about },
    rules: { name: needed(nameRule(me.role)), bio: bioRule, about: aboutRule },
    save: async (changes) => {
      await saveAccount(userChanges(changes))
      toast.success(t('page.saved'), { id: 'settings' })
    },
  })
  const { form, bind, faults, values } = edits
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card padding="lg">
        <SectionHeading title={t('page.form')} />
        <form ref={form} noValidate onSubmit={edits.onSubmit} className="flex flex-col gap-5">
          <FormProblem text={edits.problem} />
          <Field label={words('fields.name')} hint={words('fields.nameTutor')} error={faults.name} required>
            <Input {...bind('name')} autoComplete="name" />
          </Field>
          <PageFields edits={edits} rows={12} />
          <SaveRow hasChanges={edits.hasChanges} isSaving={edits.isSaving} onDiscard={edits.discard} />
        </form>
      </Card>
      <Preview me={me} name={values.name} bio={values.bio} />
    </div>
  )
}

function Preview({ me, name, bio }: { me: User; name: string; bio: string }) {
  const t = useMessages(settings)
  const { data: shown } = useQuery(tutorQuery(me.id))
  return (
    <Card padding="lg" tone="brand" className="flex flex-col items-center gap-3 text-center lg:sticky lg:top-24">
      <h2 className="text-muted text-sm">{t('page.preview')}</h2>
      <Avatar id={me.id} name={name} src={me.image} size="xl" />
      <p className="break-words font-bold text-lg">
        <bdi>{name.trim() || t('page.noName')}</bdi>
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
