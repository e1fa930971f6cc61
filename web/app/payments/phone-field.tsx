import { Smartphone } from 'lucide-react'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import type { Order } from './order.ts'

type PhoneFieldProps = { form: FormFields<'phone'>; order: Order }

/** Asks for a phone number where the account has none, and shows the stored one otherwise. */
export function PhoneField({ form, order }: PhoneFieldProps) {
  const t = useMessages(checkout)
  const stored = order.me.phone
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
        order.typedPhone.current = currentTarget.value
      }}
    />
  )
}

/** The form's default: no field where the account has a number. */
export const initialPhone = ({ me, typedPhone }: Order): { phone?: string } =>
  me.phone === null ? { phone: typedPhone.current } : {}
