import { Mail } from 'lucide-react'
import * as z from 'zod/mini'
import { sendPasswordCode } from '#contract/verification'
import { account } from '#messages/account'
import { reset } from '#messages/reset'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { codeOf } from '../../platform/error-text.ts'
import { recordCodeSent } from '../../shared/account/code-sending.ts'
import { filled } from '../../shared/account/profile-schema.ts'
import { storedTypedEmail, storeTypedEmail } from '../../shared/account/typed-email.ts'
import { FieldRefusal, Form, useForm } from '../../ui/form.tsx'
import { EmailField } from '../../ui/form-fields.tsx'
import { ResetButtons } from './reset-buttons.tsx'

const schema = z.object({ email: filled(sendPasswordCode.body.shape.email) })

type ResetAddressFormProps = { onSent: (email: string) => void; onCancel: () => void }

/** Asks for the account's e-mail address and sends the code to it. */
export function ResetAddressForm({ onSent, onCancel }: ResetAddressFormProps) {
  const t = useMessages(account)
  const words = useMessages(reset)
  const form = useForm({
    schema,
    defaultValues: { email: storedTypedEmail() },
    send: async ({ email }) => {
      try {
        await request(sendPasswordCode, { body: { email } })
      } catch (error) {
        throw new FieldRefusal('email', codeOf(error))
      }
      recordCodeSent(`reset.${email}`, now())
      storeTypedEmail(email)
      onSent(email)
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <p className="text-muted">{words('emailText')}</p>
      <EmailField form={form} name="email" label={t('fields.email')} required autoComplete="username" icon={Mail} />
      <ResetButtons label={words('send')} isSending={form.isSending} onCancel={onCancel} />
    </Form>
  )
}
