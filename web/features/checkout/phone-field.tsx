import { Smartphone } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeText } from '../../platform/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** The refusals that are about the number. */
export const isAboutPhone = (code: string): boolean =>
  ['invalid-phone', 'incorrect-phone', 'phone-required'].includes(code)

type PhoneFieldProps = { stored: string | null; registration: UseFormRegisterReturn; error: string | undefined }

/** Asked for once: afterwards the account's own number is used, and shown. */
export function PhoneField({ stored, registration, error }: PhoneFieldProps) {
  const t = useMessages(checkout)
  if (stored !== null)
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Smartphone aria-hidden className="size-4 shrink-0" />
        <span>{t.rich('phone.stored', { phone: stored, ltr: (text) => <bdi dir="ltr">{text}</bdi> })}</span>
      </p>
    )
  return (
    <Field label={t('phone.label')} hint={t('phone.hint')} error={error && codeText(error)} required>
      <Input {...registration} type="tel" flow="ltr" icon={Smartphone} autoComplete="tel-national" />
    </Field>
  )
}
