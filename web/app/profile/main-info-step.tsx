import type { Student } from '#contract/students'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { TimePeriodField } from '../../shared/account/learning-fields.tsx'
import { NameField } from '../../shared/account/personal-fields.tsx'
import { options } from '../../shared/account/profile-options.ts'
import { accountFields, learningFields, nameField, passwordField } from '../../shared/account/profile-schema.ts'
import { useSaveAccount, useSaveLearning } from '../../shared/account/save.ts'
import { useNewPassword } from '../../shared/account/use-new-password.ts'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { PasswordField, SelectField, TextField } from '../../ui/form-fields.tsx'
import { StepButtons, type StepNavigation } from './step-buttons.tsx'

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/** Saves by up to three requests, each only for what was changed. */
function useMainInfo(student: Student, onSaved: () => void) {
  const me = useMe()
  const saveAccount = useSaveAccount()
  const saveLearning = useSaveLearning()
  const setPassword = useNewPassword()
  const form = useEditForm({
    fields: {
      name: nameField(me.role),
      gender: accountFields.gender,
      phone: accountFields.phone,
      timePeriod: learningFields.timePeriod,
      password: passwordField,
    },
    saved: { name: me.name, gender: me.gender, phone: me.phone, timePeriod: student.timePeriod, password: null },
    save: async ({ timePeriod, password, ...account }) => {
      if (!isEmpty(account)) await saveAccount(account)
      if (timePeriod !== undefined) await saveLearning({ timePeriod })
      if (password !== undefined) await setPassword({ current: null, new: password })
    },
    onSaved,
  })
  return { me, form }
}

export function MainInfoStep({ student, ...navigation }: StepNavigation & { student: Student }) {
  const t = useMessages(profile)
  const { me, form } = useMainInfo(student, navigation.onNext)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <NameField form={form} role={me.role} />
      <SelectField
        form={form}
        name="gender"
        label={t('fields.gender')}
        hint={t('fields.genderHint')}
        options={options.genders}
        placeholder={t('fields.choose')}
        autoComplete="sex"
      />
      <TextField
        form={form}
        name="phone"
        label={t('fields.phone')}
        hint={t('fields.phoneHint')}
        type="tel"
        inputMode="tel"
        flow="ltr"
        autoComplete="tel-national"
        maxLength={15}
      />
      <TimePeriodField form={form} />
      {!me.hasPassword && (
        <PasswordField
          form={form}
          name="password"
          label={t('fields.password')}
          hint={t('fields.passwordHint')}
          optional
          autoComplete="new-password"
        />
      )}
      <StepButtons {...navigation} isSending={form.isSending} />
    </Form>
  )
}
