import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { profile } from '../../i18n/ar/profile.ts'
import { useMessages } from '../../i18n/messages.ts'
import { meQuery } from '../../platform/current-user.ts'
import { internalPath } from '../../platform/redirect.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ContactRows } from '../account/shared/contact-rows.tsx'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { isTutorComplete, ownTutorQuery } from '../account/shared/own-profile.ts'
import { PageFields } from '../account/shared/page-fields.tsx'
import { PersonalFields } from '../account/shared/personal-fields.tsx'
import { aboutRule, bioRule, nameRule, needed } from '../account/shared/rules.ts'
import { useSaveAccount } from '../account/shared/save.ts'
import { useEdits } from '../account/shared/use-edits.ts'
import { accountValues, tutorValues, userChanges } from '../account/shared/values.ts'

const FIELDS = ['name', 'city', 'gender', 'birthYear', 'bio', 'about'] as const
const CHANNELS = 2

/** What is saved of a tutor's own part, and the form over it. */
function useTutorProfile(me: User, tutor: TutorMeta) {
  const saveAccount = useSaveAccount()
  const { name, city, gender, birthYear } = accountValues(me)
  const { bio, about } = tutorValues(tutor)
  const saved = { name, city, gender, birthYear, bio, about }
  const edits = useEdits({
    saved,
    rules: {
      name: needed(nameRule(me.role)),
      bio: bioRule,
      about: aboutRule,
      city: needed(),
      gender: needed(),
      birthYear: needed(),
    },
    required: FIELDS,
    save: (changes) => saveAccount(userChanges(changes)),
  })
  const filled = FIELDS.filter((field) => saved[field] !== '').length
  const done = filled + Number(me.verifiedEmail) + Number(me.verifiedPhone)
  return { edits, done, total: FIELDS.length + CHANNELS }
}

export function TutorProfileForm({ me, tutor }: { me: User; tutor: TutorMeta }) {
  const t = useMessages(profile)
  const { edits, done, total } = useTutorProfile(me, tutor)
  const { form, bind, faults } = edits
  const { missing, submit } = useFinish(me, edits)
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <ProgressBar value={done} max={total} label={t('tutor.progress', { done, total })} />
      <Card padding="lg">
        <SectionHeading title={t('tutor.contact')} />
        <ContactRows me={me} missing={missing} />
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('tutor.account')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('fields.name')} hint={t('fields.nameTutor')} error={faults.name} required>
            <Input {...bind('name')} autoComplete="name" />
          </Field>
          <PersonalFields edits={edits} required />
        </div>
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('tutor.page')} />
        <div className="flex flex-col gap-5">
          <PageFields edits={edits} rows={8} />
        </div>
      </Card>
      <FormProblem text={edits.problem} />
      <Button type="submit" size="lg" loading={edits.isSaving} className="sm:self-start">
        {t('tutor.save')}
      </Button>
    </form>
  )
}

/** Saves what is typed, and leads on once the two channels are proven too; until then it says which one is not. */
function useFinish(
  me: User,
  { isSaving, send }: Pick<ReturnType<typeof useTutorProfile>['edits'], 'isSaving' | 'send'>,
) {
  const t = useMessages(profile)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { redirect } = useSearch({ strict: false })
  const [wasAsked, setAsked] = useState(false)
  const missing = {
    ...(wasAsked && !me.verifiedEmail ? { email: t('tutor.emailFirst') } : {}),
    ...(wasAsked && !me.verifiedPhone ? { phone: t('tutor.phoneFirst') } : {}),
  }
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setAsked(true)
    if (isSaving || !(await send())) return
    const account = queryClient.getQueryData(meQuery.queryKey) ?? me
    const fresh = queryClient.getQueryData(ownTutorQuery(me.id).queryKey)
    if (fresh && isTutorComplete(account, fresh)) await navigate({ href: internalPath(redirect) ?? '/', replace: true })
    else window.scrollTo({ top: 0 })
  }
  return { missing, submit }
}
