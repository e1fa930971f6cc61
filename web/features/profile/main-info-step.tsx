import type { Student } from '#contract/students'
import { whyNotPassword } from '#domain/users/password'
import { profile } from '../../i18n/ar/profile.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeText } from '../../platform/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { nameRule, phoneRule } from '../account/shared/rules.ts'
import { useSaveAccount, useSaveLearning } from '../account/shared/save.ts'
import { useEdits } from '../account/shared/use-edits.ts'
import { useNewPassword } from '../account/shared/use-new-password.ts'
import { accountValues, learningValues, options, studentChanges, userChanges } from '../account/shared/values.ts'
import { StepButtons, type Way } from './step-buttons.tsx'

const isEmpty = (changes: object) => Object.keys(changes).length === 0

/** Two calls and a password behind one button: each is made only for what was changed. */
function useMainInfo(student: Student) {
  const me = useMe()
  const saveAccount = useSaveAccount()
  const saveLearning = useSaveLearning()
  const setPassword = useNewPassword()
  const { name, phone } = accountValues(me)
  const { timePeriod } = learningValues(student)
  const edits = useEdits({
    saved: { name, phone, timePeriod, password: '' },
    rules: {
      name: nameRule(me.role),
      phone: phoneRule,
      password: (value) => {
        const code = value === '' ? null : whyNotPassword(value)
        return code && codeText(code)
      },
    },
    save: async ({ timePeriod, password, ...account }) => {
      if (!isEmpty(account)) await saveAccount(userChanges(account))
      if (timePeriod !== undefined) await saveLearning(studentChanges({ timePeriod }))
      if (password) await setPassword({ current: null, new: password })
    },
  })
  return { me, edits }
}

export function MainInfoStep({ student, ...way }: Way & { student: Student }) {
  const t = useMessages(profile)
  const { me, edits } = useMainInfo(student)
  const { form, bind, faults } = edits
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!edits.isSaving && (await edits.send())) way.onNext()
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <FormProblem text={edits.problem} />
      <Field label={t('fields.name')} hint={t('fields.nameStudent')} error={faults.name}>
        <Input {...bind('name')} autoComplete="name" />
      </Field>
      <Field label={t('fields.phone')} hint={t('fields.phoneHint')} error={faults.phone}>
        <Input {...bind('phone')} type="tel" inputMode="tel" flow="ltr" autoComplete="tel-national" maxLength={15} />
      </Field>
      <Field label={t('fields.timePeriod')} error={faults.timePeriod}>
        <Select {...bind('timePeriod')} options={options.times} placeholder={t('fields.choose')} />
      </Field>
      {!me.hasPassword && (
        <Field label={t('fields.password')} hint={t('fields.passwordHint')} error={faults.password} optional>
          <PasswordInput {...bind('password')} autoComplete="new-password" />
        </Field>
      )}
      <StepButtons {...way} isSaving={edits.isSaving} />
    </form>
  )
}
