import { zodResolver } from '@hookform/resolvers/zod'
import { ShieldCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { payByReference } from '#contract/fawry'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import type { Order } from './order.ts'
import { isAboutPhone, PhoneField } from './phone-field.tsx'
import { PayProblem } from './problem.tsx'
import { usePay } from './use-pay.ts'

const { phone } = payByReference.body.shape
const typedOf = z.object({ phone })

type PhoneFormProps<Answer> = {
  order: Order
  action: string
  variant?: ButtonVariant
  /** Sends the order with the number, where one was asked for. */
  send: (phone: { phone?: string }, idempotencyKey: string) => Promise<Answer>
  onPlaced: (answer: Answer) => unknown
}

/** Ways of paying that need a phone number at the most: reference numbers, wallets and the provider's own page. */
export function PhoneForm<Answer>({ order, action, variant, send, onPlaced }: PhoneFormProps<Answer>) {
  const t = useMessages(checkout)
  const stored = order.me.phone
  const form = useForm({ resolver: zodResolver(typedOf), defaultValues: stored === null ? { phone: '' } : {} })
  const { pay, isPending, error } = usePay({
    send: (typed: { phone?: string }, idempotencyKey: string) => send(typed, idempotencyKey),
    onPlaced,
    onRefused: (refusal) => {
      if (refusal instanceof ApiError && isAboutPhone(refusal.code))
        form.setError('phone', { message: refusal.code }, { shouldFocus: true })
    },
  })
  const submit = form.handleSubmit((typed) => pay(typed.phone && stored === null ? { phone: typed.phone } : {}))
  const mistake = form.formState.errors.phone?.message
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PhoneField stored={stored} registration={form.register('phone')} error={mistake} />
      {!mistake && <PayProblem error={error} />}
      <Button type="submit" size="lg" wide variant={variant} loading={isPending}>
        {action}
      </Button>
      {variant !== 'secondary' && <SafeWords>{t('safePlain')}</SafeWords>}
    </form>
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
