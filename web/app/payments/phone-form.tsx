import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { payByReference } from '#contract/fawry'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import { Form, useForm } from '../../ui/form.tsx'
import { PayBar } from './pay-bar.tsx'
import { initialPhone, PhoneField } from './phone-field.tsx'
import { PayProblem } from './problem.tsx'
import type { Purchase } from './purchase.ts'
import { usePlaceOrder } from './use-place-order.ts'

const schema = z.object({ phone: payByReference.body.shape.phone })

type PhoneFormProps<Answer> = {
  purchase: Purchase
  /** Above the form's own field. */
  intro?: ReactNode
  action: string
  variant?: ButtonVariant
  /** Sends the order; `phone` is given where the account has none stored. */
  send: (phone: { phone?: string }, idempotencyKey: string) => Promise<Answer>
  onPlaced: (answer: Answer) => unknown
}

/** For payment methods that need at most a phone number: reference numbers, wallets and the hosted page. */
export function PhoneForm<Answer>({ purchase, intro, action, variant, send, onPlaced }: PhoneFormProps<Answer>) {
  const t = useMessages(checkout)
  const stored = purchase.me.phone
  const placeOrder = usePlaceOrder({ send, onPlaced })
  const form = useForm({
    schema,
    defaultValues: initialPhone(purchase),
    send: ({ phone }) => placeOrder(phone && stored === null ? { phone } : {}),
  })
  const isMain = variant !== 'secondary'
  const button = (
    <Button type="submit" size="lg" wide variant={variant} loading={form.isSending}>
      {action}
    </Button>
  )
  return (
    <Form form={form} className="flex flex-col gap-4">
      {intro}
      <PhoneField form={form} purchase={purchase} />
      <PayProblem error={form.failure} />
      {isMain ? <PayBar>{button}</PayBar> : button}
      {isMain && <SafeWords>{t('safePlain')}</SafeWords>}
    </Form>
  )
}

export function SafeWords({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <ShieldCheck aria-hidden className="mt-1 size-4 shrink-0 text-success-ink" />
      {children}
    </p>
  )
}
