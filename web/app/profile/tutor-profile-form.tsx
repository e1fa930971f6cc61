import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { governorateOf } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { meQuery } from '../../platform/current-user.ts'
import { internalPath } from '../../platform/redirect.ts'
import { isTutorComplete, ownTutorQuery } from '../../shared/account/own-profile.ts'
import { PageFields } from '../../shared/account/page-fields.tsx'
import { NameField, PersonalFields } from '../../shared/account/personal-fields.tsx'
import { accountFields, filled, nameField } from '../../shared/account/profile-schema.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ContactRows } from '../account/shared/contact-rows.tsx'

const FIELDS = ['name', 'city', 'gender', 'birthYear', 'bio', 'about'] as const
const CHANNELS = 2

/** The form over a tutor's saved profile, and how much of it is complete. */
function useTutorProfile(me: User, tutor: TutorMeta) {
  const saveAccount = useSaveAccount()
  const onSaved = useContinue(me)
  const { name, englishName, city, gender, birthYear } = me
  const { bio, englishBio, about } = tutor
  const saved = { name, city: city && governorateOf(city), gender, birthYear, bio, about, englishName, englishBio }
  const form = useEditForm({
    fields: {
      name: filled(nameField(me.role)),
      city: filled(accountFields.city),
      gender: filled(accountFields.gender),
      birthYear: filled(accountFields.birthYear),
      bio: accountFields.bio,
      about: accountFields.about,
      englishName: accountFields.englishName,
      englishBio: accountFields.englishBio,
    },
    saved,
    required: FIELDS,
    save: saveAccount,
    onSaved,
  })
  const filledIn = FIELDS.filter((field) => saved[field] !== null && saved[field] !== '').length
  const done = filledIn + Number(me.verifiedEmail) + Number(me.verifiedPhone)
  return { form, done, total: FIELDS.length + CHANNELS }
}

export function TutorProfileForm({ me, tutor }: { me: User; tutor: TutorMeta }) {
  const t = useMessages(profile)
  const { form, done, total } = useTutorProfile(me, tutor)
  const [wasSubmitted, setSubmitted] = useState(false)
  const missing = {
    ...(wasSubmitted && !me.verifiedEmail ? { email: t('tutor.emailFirst') } : {}),
    ...(wasSubmitted && !me.verifiedPhone ? { phone: t('tutor.phoneFirst') } : {}),
  }
  return (
    <Form form={form} onSubmitCapture={() => setSubmitted(true)} className="flex flex-col gap-5">
      <ProgressBar value={done} max={total} label={t('tutor.progress', { done, total })} />
      <Card padding="lg">
        <SectionHeading title={t('tutor.contact')} />
        <ContactRows me={me} missing={missing} />
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('tutor.account')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <NameField form={form} role={me.role} required />
          <PersonalFields form={form} role={me.role} required />
        </div>
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('tutor.page')} />
        <div className="flex flex-col gap-5">
          <PageFields
            form={form}
            typed={{ bio: form.watch('bio'), about: form.watch('about'), englishBio: form.watch('englishBio') }}
            rows={8}
          />
        </div>
      </Card>
      <FormProblem text={form.problem} />
      <Button type="submit" size="lg" loading={form.isSending} className="sm:self-start">
        {t('tutor.save')}
      </Button>
    </Form>
  )
}

/**
 * Leaves the screen once the profile is complete and e-mail and phone are verified; until then the form shows what is
 * missing.
 */
function useContinue(me: User) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { redirect } = useSearch({ strict: false })
  return async () => {
    const account = queryClient.getQueryData(meQuery.queryKey) ?? me
    const fresh = queryClient.getQueryData(ownTutorQuery(me.id).queryKey)
    if (fresh && isTutorComplete(account, fresh)) await navigate({ href: internalPath(redirect) ?? '/', replace: true })
    else window.scrollTo({ top: 0 })
  }
}
