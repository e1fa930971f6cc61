import { Smartphone } from 'lucide-react'
import * as z from 'zod/mini'
import type { User } from '#contract/users'
import { sendPhoneCode } from '#contract/verification'
import { phone as words } from '#messages/phone'
import { useMessages } from '../../messages/messages.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { present } from '../../shared/account/profile-schema.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'

const schema = z.object({ phone: present(sendPhoneCode.body.shape.phone) })

type PhoneNumberFormProps = { me: User; onSend: (phone: string) => Promise<unknown> }

/** Asks for a phone number: the first one, or another one. */
export function PhoneNumberForm({ me, onSend }: PhoneNumberFormProps) {
  const t = useMessages(words)
  const form = useForm({ schema, defaultValues: { phone: me.phone ?? '' }, send: ({ phone }) => onSend(phone) })
  return (
    // The button that led here was removed, and had the focus.
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <AuthProblem title={t('saveFailed')} text={form.problem} />
      <TextField
        form={form}
        name="phone"
        label={t('number')}
        hint={me.verifiedPhone ? `${t('numberHint')} ${t('changeWarning')}` : t('numberHint')}
        required
        type="tel"
        flow="ltr"
        icon={Smartphone}
        inputMode="tel"
        autoComplete="tel-national"
      />
      <Button type="submit" wide loading={form.isSending}>
        {t('saveAndSend')}
      </Button>
    </Form>
  )
}
