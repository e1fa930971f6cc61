import { type FormEvent, useRef, useState } from 'react'
import { whyNotPassword } from '#domain/users/password'
import { account } from '../../i18n/ar/account.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeText, errorText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toasts.ts'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { LeaveGuard } from '../account/shared/leave-guard.tsx'
import { PasswordRules } from '../account/shared/password-rules.tsx'
import { useNewPassword } from '../account/shared/use-new-password.ts'

type Typed = { current: string; fresh: string; again: string }
type Faults = Partial<Record<keyof Typed, string>> & { form?: string }
const EMPTY: Typed = { current: '', fresh: '', again: '' }

const isWrong = (error: unknown) => error instanceof ApiError && error.code === 'wrong-password'

/** What is typed, what is wrong with it, and the change; what was typed stays until it was taken. */
function usePasswordForm(hasPassword: boolean) {
  const t = useMessages(settings)
  const words = useMessages(account)
  const setPassword = useNewPassword()
  const [typed, setTyped] = useState(EMPTY)
  const [faults, setFaults] = useState<Faults>({})
  const [isSaving, setSaving] = useState(false)

  const check = ({ current, fresh, again }: Typed): Faults => {
    const why = whyNotPassword(fresh)
    return {
      ...(hasPassword && current === '' ? { current: codeText('required-field') } : {}),
      ...(why ? { fresh: codeText(why) } : {}),
      ...(fresh === again ? {} : { again: words('fields.mismatch') }),
    }
  }
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await setPassword({ current: hasPassword ? typed.current : null, new: typed.fresh })
      setTyped(EMPTY)
      toast.success(t('password.saved'), { id: 'settings' })
    } catch (error) {
      setFaults(isWrong(error) ? { current: t('password.wrong') } : { form: errorText(error) })
    } finally {
      setSaving(false)
    }
  }
  const type = (field: keyof Typed) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [field]: event.target.value })
    setFaults(({ [field]: _, form: __, ...others }) => others)
  }
  return { typed, type, faults, setFaults, check, save, isSaving }
}

/** Changes the password, or sets the first one of an account that Google opened. */
export function PasswordForm() {
  const t = useMessages(settings)
  const words = useMessages(account)
  const { hasPassword, email } = useMe()
  const { typed, type, faults, setFaults, check, save, isSaving } = usePasswordForm(hasPassword)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const found = check(typed)
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus()
    else void save()
  }
  return (
    <Card padding="lg">
      <SectionHeading
        title={t(hasPassword ? 'password.title' : 'password.setTitle')}
        text={t(hasPassword ? 'password.text' : 'password.setText')}
      />
      <form ref={form} noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <FormProblem text={faults.form ?? null} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field label={t('password.current')} error={faults.current} required>
            <PasswordInput
              name="current"
              value={typed.current}
              onChange={type('current')}
              autoComplete="current-password"
            />
          </Field>
        )}
        <Field
          label={words('fields.newPassword')}
          hint={<PasswordRules password={typed.fresh} />}
          error={faults.fresh}
          required
        >
          <PasswordInput name="fresh" value={typed.fresh} onChange={type('fresh')} autoComplete="new-password" />
        </Field>
        <Field label={words('fields.confirm')} error={faults.again} required>
          <PasswordInput name="again" value={typed.again} onChange={type('again')} autoComplete="new-password" />
        </Field>
        <Button type="submit" loading={isSaving} className="sm:self-start">
          {t(hasPassword ? 'password.save' : 'password.set')}
        </Button>
        <LeaveGuard hasChanges={Object.values(typed).some((value) => value !== '')} />
      </form>
    </Card>
  )
}
