import { MAX_PASSWORD, MIN_PASSWORD, type PasswordRule, passwordRules } from '#domain/users/password'
import { newPassword } from '#messages/new-password'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/form-fields.tsx'
import { RuleList } from '../../ui/rule-list.tsx'

const RULES = Object.keys(passwordRules) as PasswordRule[]

type NewPasswordFieldProps = { form: FormFields<'password'>; typed: string }

/** A new password, with the rules and whether each is met below it. */
export function NewPasswordField({ form, typed }: NewPasswordFieldProps) {
  const t = useMessages(newPassword)
  return (
    <PasswordField
      form={form}
      name="password"
      label={t('label')}
      hint={<PasswordRules password={typed} />}
      required
      autoComplete="new-password"
    />
  )
}

type NewPasswordFieldsProps = { form: FormFields<'password' | 'confirmation'>; typed: string }

/** A new password, typed twice. */
export function NewPasswordFields({ form, typed }: NewPasswordFieldsProps) {
  const t = useMessages(newPassword)
  return (
    <>
      <NewPasswordField form={form} typed={typed} />
      <PasswordField
        form={form}
        name="confirmation"
        label={t('confirm')}
        texts={{ mismatch: t('mismatch') }}
        required
        autoComplete="new-password"
      />
    </>
  )
}

/** The rules of a new password, and whether the input meets each. */
function PasswordRules({ password }: { password: string }) {
  const t = useMessages(newPassword)
  const rules = RULES.map((rule) => ({
    text: t(`rules.${rule}`, { min: MIN_PASSWORD, max: MAX_PASSWORD }),
    isMet: passwordRules[rule](password),
  }))
  return <RuleList label={t('rules.label')} rules={rules} />
}
