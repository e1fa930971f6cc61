import { Smartphone } from 'lucide-react'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { FormField, type FormFields } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'

type PhoneFieldProps = { form: FormFields<'phone'>; stored: string | null }

/** Asked for once: afterwards the account's own number is used, and shown. */
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

/** Where the number is stored nothing stands in the form. */
export const typedPhone = (stored: string | null): { phone?: string } => (stored === null ? { phone: '' } : {})
