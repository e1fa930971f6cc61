import type { ReactNode } from 'react'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { latinDigits } from '#domain/digits'
import { MAX_NOTICE_MINUTES } from '#domain/tutors/profile'
import { governorateOf } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { PendingEmail } from '../../shared/account/pending-email.tsx'
import { NameField, PersonalFields } from '../../shared/account/personal-fields.tsx'
import { accountFields, nameField } from '../../shared/account/profile-schema.ts'
import { unprovenIn, useSaveAccount } from '../../shared/account/save.ts'
import { useProof } from '../../shared/account/use-proof.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { EmailField, NumberField } from '../../ui/form-fields.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { toast } from '../../ui/toasts.ts'
import { ContactRows } from '../account/shared/contact-rows.tsx'

/** Personal fields, e-mail address and phone number. */
export function PersonalSection({ tutor, children }: { tutor?: TutorMeta; children?: ReactNode }) {
  const t = useMessages(settings)
  const me = useMe()
  const openVerification = useDialog('verification')
  return (
    <div className="flex flex-col gap-5">
      {children}
      <PendingEmail onVerify={() => openVerification({ of: 'email' })} />
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

function usePersonalForm(me: User, tutor: TutorMeta | undefined) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const { prove, dialog } = useProof()
  const { name, email, city, gender, birthYear } = me
  const form = useEditForm({
    fields: {
      name: nameField(me.role),
      email: accountFields.email,
      city: accountFields.city,
      gender: accountFields.gender,
      birthYear: accountFields.birthYear,
      notice: accountFields.notice,
    },
    saved: { name, email, city: city && governorateOf(city), gender, birthYear, notice: tutor?.notice || null },
    save: async (changes) => {
      const saved = await prove((proof) => saveAccount(proof ? { ...changes, proof } : changes))
      toast.success(t('personal.saved'), { id: 'settings' })
      return saved
    },
    unsavedIn: unprovenIn,
  })
  return { form, dialog }
}

function PersonalForm({ me, tutor }: { me: User; tutor: TutorMeta | undefined }) {
  const t = useMessages(profile)
  const { form, dialog } = usePersonalForm(me, tutor)
  return (
    <>
      <Form form={form} className="flex flex-col gap-5">
        <FormProblem text={form.problem} />
        <div className="grid gap-5 sm:grid-cols-2">
          <NameField form={form} role={me.role} />
          <EmailField
            form={form}
            name="email"
            label={t('fields.email')}
            hint={t('fields.emailHint')}
            autoComplete="email"
          />
          <PersonalFields form={form} role={me.role} />
          {tutor && (
            <NumberField
              form={form}
              name="notice"
              label={t('fields.notice')}
              hint={<NoticeHint typed={form.watch('notice')} />}
              autoComplete="off"
              maxLength={4}
            />
          )}
        </div>
        <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
      </Form>
      {dialog}
    </>
  )
}

/** The notice as a duration, while what is typed is a valid number of minutes. */
function NoticeHint({ typed }: { typed: string }) {
  const t = useMessages(profile)
  const format = useFormat()
  const minutes = Number(latinDigits(typed.trim()))
  if (!Number.isInteger(minutes) || minutes <= 0 || minutes > MAX_NOTICE_MINUTES) return t('fields.noticeHint')
  return t('fields.noticeWords', { duration: format.duration(minutes) })
}
