import { useState } from 'react'
import * as z from 'zod/mini'
import { payByCard, payByInstallments, type SavedCard } from '#contract/fawry'
import { latinDigits } from '#domain/digits'
import { type Piastres, shareOf } from '#domain/money'
import { type InstallmentPlan, installmentPlans } from '#domain/payments/methods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Form, FormField, useForm } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type Order, orderBody, sumOf } from './order.ts'
import { PayBar } from './pay-bar.tsx'
import { initialPhone, PhoneField } from './phone-field.tsx'
import { SafeWords } from './phone-form.tsx'
import { PayProblem } from './problem.tsx'
import { SavedCards } from './saved-cards.tsx'
import { usePlaceOrder } from './use-place-order.ts'

const WORDS = { 2: 'two', 4: 'four' } as const satisfies Record<InstallmentPlan, string>

/** The number of installments; null where the price is paid at once. */
function useInstallments(isOffered: boolean) {
  const [count, setCount] = useState<InstallmentPlan>(installmentPlans[0])
  return { chosen: isOffered ? count : null, setCount }
}

type InstallmentChoiceProps = {
  amount: Piastres
  chosen: InstallmentPlan | null
  setCount: (count: InstallmentPlan) => void
}

function InstallmentChoice({ amount, chosen, setCount }: InstallmentChoiceProps) {
  const t = useMessages(checkout)
  const format = useFormat()
  const options = installmentPlans.map((count) => ({
    value: count,
    label: t(`installments.${WORDS[count]}`),
    hint: t('installments.each', { amount: format.money(shareOf(amount, 1, count)) }),
  }))
  return (
    <FieldGroup label={t('installments.label')} hint={t('installments.note')}>
      <RadioGroup columns={2} options={options} value={chosen} onChange={setCount} />
    </FieldGroup>
  )
}

const { cardToken, cvv, phone } = payByCard.body.shape
const latin = z.transform((typed: string) => latinDigits(typed.trim()))
const schema = z.object({ cardToken, cvv: z.pipe(latin, cvv), phone })
type Body = z.output<typeof schema> & { installmentPlanId: InstallmentPlan | null }

type CardFormProps = { order: Order; cards: readonly SavedCard[]; inInstallments: boolean }

/** Pays with a saved card. The security number is sent on and never stored. */
function useCardForm({ order, cards }: CardFormProps, installments: InstallmentPlan | null) {
  const { plan, period, followPayment } = order
  const placeOrder = usePlaceOrder({
    send: ({ installmentPlanId, ...typed }: Body, idempotencyKey: string) => {
      const body = { ...orderBody({ ...order, plan }), period: wordOf(period), ...typed }
      return installmentPlanId === null
        ? request(payByCard, { body }, { idempotencyKey })
        : request(payByInstallments, { body: { ...body, installmentPlanId } }, { idempotencyKey })
    },
    onPlaced: ({ transactionId }) => followPayment(transactionId),
  })
  return useForm({
    schema,
    defaultValues: { cardToken: cards[0]?.token ?? '', cvv: '', ...initialPhone(order) },
    send: (typed) => placeOrder({ ...typed, installmentPlanId: installments }),
  })
}

export function CardForm(props: CardFormProps) {
  const { order, cards, inInstallments } = props
  const t = useMessages(checkout)
  const format = useFormat()
  const installments = useInstallments(inInstallments)
  const form = useCardForm(props, installments.chosen)
  const { amount } = sumOf(order)
  return (
    <Form form={form} className="flex flex-col gap-5">
      {inInstallments && <InstallmentChoice amount={amount} {...installments} />}
      <SavedCards
        cards={cards}
        chosen={form.watch('cardToken')}
        userId={order.me.id}
        error={form.error('cardToken', { too_small: t('card.choose') })}
        onChoose={(token) => form.set('cardToken', token)}
      />
      <FormField form={form} name="cvv" label={t('card.cvv')} hint={t('card.cvvHint')} required>
        {(control) => (
          <Input {...control} flow="ltr" inputMode="numeric" autoComplete="cc-csc" maxLength={3} className="max-w-32" />
        )}
      </FormField>
      <PhoneField form={form} order={order} />
      <PayProblem error={form.failure} />
      <PayBar>
        <Button type="submit" size="lg" wide loading={form.isSending}>
          {t('pay', { amount: format.money(amount) })}
        </Button>
      </PayBar>
      <SafeWords>{t('safe')}</SafeWords>
    </Form>
  )
}
