import { Smartphone } from 'lucide-react'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import type { Purchase } from './purchase.ts'

type PhoneFieldProps = { form: FormFields<'phone'>; purchase: Purchase }

/** Asks for a phone number where the account has none, and shows the stored one otherwise. */
export function PhoneField({ form, purchase }: PhoneFieldProps) {
  const t = useMessages(checkout)
  const stored = purchase.me.phone
  if (stored !== null)
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Smartphone aria-hidden className="size-4 shrink-0" />
        <span>
          {t.rich('phone.stored', {
            phone: stored,
            ltr: (text) => (
              <bdi translate="no" dir="ltr">
                {text}
              </bdi>
            ),
          })}
        </span>
      </p>
    )
  return (
    <TextField
      form={form}
      name="phone"
      label={t('phone.label')}
      hint={t('phone.hint')}
      required
      type="tel"
      flow="ltr"
      icon={Smartphone}
      autoComplete="tel-national"
      onInput={({ currentTarget }) => {
        purchase.typedPhone.current = currentTarget.value
      }}
    />
  )
}

/** The form's default: no field where the account has a number. */
export const initialPhone = ({ me, typedPhone }: Purchase): { phone?: string } =>
  me.phone === null ? { phone: typedPhone.current } : {}
