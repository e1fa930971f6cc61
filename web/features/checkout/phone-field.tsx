import { Smartphone } from 'lucide-react'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { FormField, type FormFields } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'

type PhoneFieldProps = { form: FormFields<'phone'>; stored: string | null }

/** Asks for a phone number where the account has none, and shows the stored one otherwise. */
export function PhoneField({ form, stored }: PhoneFieldProps) {
  const t = useMessages(checkout)
  if (stored !== null)
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Smartphone aria-hidden className="size-4 shrink-0" />
        <span>{t.rich('phone.stored', { phone: stored, ltr: (text) => <bdi dir="ltr">{text}</bdi> })}</span>
      </p>
    )
  return (
    <FormField form={form} name="phone" label={t('phone.label')} hint={t('phone.hint')} required>
      {(control) => <Input {...control} type="tel" flow="ltr" icon={Smartphone} autoComplete="tel-national" />}
    </FormField>
  )
}

/** The form's default: no field where the account has a number. */
export const typedPhone = (stored: string | null): { phone?: string } => (stored === null ? { phone: '' } : {})
