import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { payByCard, payByInstallments, type SavedCard } from '#contract/fawry'
import { latinDigits } from '#domain/digits'
import type { InstallmentPlan } from '#domain/payments/methods'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { wordOf } from '../plans/shared/period-word.ts'
import { InstallmentChoice, useInstallments } from './installments.tsx'
import { type Order, orderBody, sumOf } from './order.ts'
import { isAboutPhone, PhoneField } from './phone-field.tsx'
import { SafeWords } from './phone-form.tsx'
import { PayProblem } from './problem.tsx'
import { SavedCards } from './saved-cards.tsx'
import { usePay } from './use-pay.ts'

const { cardToken, cvv, phone } = payByCard.body.shape
const typedCard = z.object({ cardToken, cvv, phone })
type TypedCard = z.output<typeof typedCard>
type Body = TypedCard & { installmentPlanId: InstallmentPlan | null }

type CardFormProps = { order: Order; cards: readonly SavedCard[]; inInstallments: boolean }

/** What is typed, and what becomes of it: the security number goes to the bank and is never kept. */
function useCardForm({ order, cards }: CardFormProps, installments: InstallmentPlan | null) {
  const { plan, period, me, place } = order
  const opened = { cardToken: cards[0]?.token ?? '', cvv: '', ...(me.phone === null ? { phone: '' } : {}) }
  const form = useForm({ resolver: zodResolver(typedCard), defaultValues: opened })
  const { pay, isPending, error } = usePay({
    send: ({ installmentPlanId, ...typed }: Body, idempotencyKey: string) => {
      const body = { ...orderBody({ ...order, plan }), period: wordOf(period), ...typed }
      return installmentPlanId === null
        ? request(payByCard, { body }, { idempotencyKey })
        : request(payByInstallments, { body: { ...body, installmentPlanId } }, { idempotencyKey })
    },
    onPlaced: ({ transactionId }) => place(transactionId),
    onRefused: (refusal) => {
      if (!(refusal instanceof ApiError)) return
      const field = refusal.code === 'invalid-cvv' ? 'cvv' : isAboutPhone(refusal.code) ? 'phone' : null
      if (field) form.setError(field, { message: refusal.code }, { shouldFocus: true })
    },
  })
  const submit = form.handleSubmit((typed) => pay({ ...typed, installmentPlanId: installments }))
  return { form, submit, isPending, error }
}

export function CardForm(props: CardFormProps) {
  const { order, cards, inInstallments } = props
  const t = useMessages(checkout)
  const format = useFormat()
  const installments = useInstallments(inInstallments)
  const { form, submit, isPending, error } = useCardForm(props, installments.chosen)
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'cardToken' })
  const { amount } = sumOf(order)
  const hasMistake = Object.keys(errors).length > 0
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {inInstallments && <InstallmentChoice amount={amount} {...installments} />}
      <SavedCards
        cards={cards}
        chosen={chosen}
        userId={order.me.id}
        error={errors.cardToken?.message}
        onChoose={(token) => form.setValue('cardToken', token, { shouldValidate: form.formState.isSubmitted })}
      />
      <Field label={t('card.cvv')} hint={t('card.cvvHint')} error={errors.cvv && codeText('invalid-cvv')} required>
        <Input
          {...form.register('cvv', { setValueAs: (typed: string) => latinDigits(typed.trim()) })}
          flow="ltr"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={3}
          className="max-w-32"
        />
      </Field>
      <PhoneField stored={order.me.phone} registration={form.register('phone')} error={errors.phone?.message} />
      {!hasMistake && <PayProblem error={error} />}
      <Button type="submit" size="lg" wide loading={isPending}>
        {t('pay', { amount: format.money(amount) })}
      </Button>
      <SafeWords>{t('safe')}</SafeWords>
    </form>
  )
}
