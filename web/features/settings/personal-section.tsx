import type { ReactNode } from 'react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { latinDigits } from '#domain/digits'
import { isTutorSide } from '#domain/roles'
import { MAX_NOTICE_MINUTES } from '#domain/tutors/profile'
import { profile } from '../../i18n/ar/profile.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toasts.ts'
import { ContactRows } from '../account/shared/contact-rows.tsx'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { PersonalFields } from '../account/shared/personal-fields.tsx'
import { emailRule, nameRule, noticeRule } from '../account/shared/rules.ts'
import { useSaveAccount } from '../account/shared/save.ts'
import { SaveRow } from '../account/shared/save-row.tsx'
import { useEdits } from '../account/shared/use-edits.ts'
import { accountValues, tutorValues, userChanges } from '../account/shared/values.ts'

/** Who somebody is: fields of their own, and the two ways to reach them. */
export function PersonalSection({ tutor, children }: { tutor?: TutorMeta; children?: ReactNode }) {
  const t = useMessages(settings)
  const me = useMe()
  return (
    <div className="flex flex-col gap-5">
      {children}
      <Card padding="lg">
        <SectionHeading title={t('personal.contact')} />
        <ContactRows me={me} />
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('personal.title')} />
        <PersonalForm me={me} tutor={tutor} />
      </Card>
    </div>
  )
}

function usePersonal(me: User, tutor: TutorMeta | undefined) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const { name, email, city, gender, birthYear } = accountValues(me)
  return useEdits({
    saved: { name, email, city, gender, birthYear, notice: tutor ? tutorValues(tutor).notice : '' },
    rules: { name: nameRule(me.role), email: emailRule, notice: noticeRule },
    save: async (changes) => {
      await saveAccount(userChanges(changes))
      toast.success(t('personal.saved'), { id: 'settings' })
    },
  })
}

function PersonalForm({ me, tutor }: { me: User; tutor: TutorMeta | undefined }) {
  const t = useMessages(profile)
  const edits = usePersonal(me, tutor)
  const { form, bind, faults, values } = edits
  return (
    <form ref={form} noValidate onSubmit={edits.onSubmit} className="flex flex-col gap-5">
      <FormProblem text={edits.problem} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('fields.name')}
          hint={t(isTutorSide(me.role) ? 'fields.nameTutor' : 'fields.nameStudent')}
          error={faults.name}
        >
          <Input {...bind('name')} autoComplete="name" />
        </Field>
        <Field label={t('fields.email')} hint={t('fields.emailHint')} error={faults.email}>
          <Input {...bind('email')} type="email" inputMode="email" flow="ltr" autoComplete="email" />
        </Field>
        <PersonalFields edits={edits} />
        {tutor && (
          <Field label={t('fields.notice')} hint={<NoticeHint typed={values.notice} />} error={faults.notice}>
            <Input {...bind('notice')} inputMode="numeric" flow="ltr" autoComplete="off" maxLength={4} />
          </Field>
        )}
      </div>
      <SaveRow hasChanges={edits.hasChanges} isSaving={edits.isSaving} onDiscard={edits.discard} />
    </form>
  )
}

/** The minutes in words, while they make sense. */
function NoticeHint({ typed }: { typed: string }) {
  const t = useMessages(profile)
  const format = useFormat()
  const minutes = Number(latinDigits(typed.trim()))
  if (!Number.isInteger(minutes) || minutes <= 0 || minutes > MAX_NOTICE_MINUTES) return t('fields.noticeHint')
  return t('fields.noticeWords', { duration: format.duration(minutes) })
}
