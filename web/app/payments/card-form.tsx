import { useState } from 'react'
import * as z from 'zod/mini'
import { payByCard, payByInstallments, type SavedCard } from '#contract/fawry'
import { latinDigits } from '#domain/digits'
import type { InstallmentPlan } from '#domain/payments/installments'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useForm } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { InstallmentChoice, plansOfCard } from './installment-choice.tsx'
import { PayBar } from './pay-bar.tsx'
import { initialPhone, PhoneField } from './phone-field.tsx'
import { SafeWords } from './phone-form.tsx'
import { PayProblem } from './problem.tsx'
import { type Purchase, purchaseBody, sumOf } from './purchase.ts'
import { SavedCards } from './saved-cards.tsx'
import { usePlaceOrder } from './use-place-order.ts'

const { cardToken, cvv, phone } = payByCard.body.shape
const latin = z.transform((typed: string) => latinDigits(typed.trim()))
const schema = z.object({ cardToken, cvv: z.pipe(latin, cvv), phone })
type Body = z.output<typeof schema> & { installmentPlanId: number | null }

type CardFormProps = {
  purchase: Purchase
  cards: readonly SavedCard[]
  /** The instalment plans that take the sum; null pays the price at once. */
  plans: readonly InstallmentPlan[] | null
}

/** Pays with a saved card. The security number is sent on and never stored. */
function useCardForm({ purchase, cards }: CardFormProps, planOf: (cardToken: string) => number | null) {
  const { plan, period, followOrder } = purchase
  const placeOrder = usePlaceOrder({
    send: ({ installmentPlanId, ...typed }: Body, idempotencyKey: string) => {
      const body = { ...purchaseBody({ ...purchase, plan }), period: wordOf(period), ...typed }
      return installmentPlanId === null
        ? request(payByCard, { body }, { idempotencyKey })
        : request(payByInstallments, { body: { ...body, installmentPlanId } }, { idempotencyKey })
    },
    onPlaced: ({ transactionId }) => followOrder(transactionId),
  })
  return useForm({
    schema,
    defaultValues: { cardToken: cards[0]?.token ?? '', cvv: '', ...initialPhone(purchase) },
    send: (typed) => placeOrder({ ...typed, installmentPlanId: planOf(typed.cardToken) }),
  })
}

export function CardForm(props: CardFormProps) {
  const { purchase, cards, plans } = props
  const t = useMessages(checkout)
  const format = useFormat()
  const [chosenPlan, setChosenPlan] = useState<number | null>(null)
  const digitsOf = (token: string) => cards.find((card) => card.token === token)?.firstSixDigits ?? null
  /** The chosen plan, or the first, of those for the card. */
  const planOf = (token: string): number | null => {
    const offered = plansOfCard(plans ?? [], digitsOf(token))
    return (offered.find(({ id }) => id === chosenPlan) ?? offered[0])?.id ?? null
  }
  const form = useCardForm(props, planOf)
  const token = form.watch('cardToken')
  const { amount } = sumOf(purchase)
  const isPayable = plans === null || planOf(token) !== null
  return (
    <Form form={form} className="flex flex-col gap-5">
      {plans && (
        <InstallmentChoice
          plans={plans}
          amount={amount}
          firstDigits={digitsOf(token)}
          chosen={planOf(token)}
          onChoose={setChosenPlan}
        />
      )}
      <SavedCards
        cards={cards}
        chosen={token}
        userId={purchase.me.id}
        error={form.error('cardToken', { too_small: t('card.choose') })}
        onChoose={(token) => form.set('cardToken', token)}
      />
      <FormField form={form} name="cvv" label={t('card.cvv')} hint={t('card.cvvHint')} required>
        {(control) => (
          <Input {...control} flow="ltr" inputMode="numeric" autoComplete="cc-csc" maxLength={3} className="max-w-32" />
        )}
      </FormField>
      <PhoneField form={form} purchase={purchase} />
      <PayProblem error={form.failure} />
      <PayBar>
        <Button type="submit" size="lg" wide loading={form.isSending} disabled={!isPayable}>
          {t('pay', { amount: format.money(amount) })}
        </Button>
      </PayBar>
      <SafeWords>{t('safe')}</SafeWords>
    </Form>
  )
}
