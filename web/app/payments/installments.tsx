import { useState } from 'react'
import { type Piastres, shareOf } from '#domain/money'
import { type InstallmentPlan, installmentPlans } from '#domain/payments/methods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

const WORDS = { 2: 'two', 4: 'four' } as const satisfies Record<InstallmentPlan, string>

/** The number of installments; null where the price is paid at once. */
export function useInstallments(isOffered: boolean) {
  const [count, setCount] = useState<InstallmentPlan>(installmentPlans[0])
  return { chosen: isOffered ? count : null, setCount }
}

type InstallmentChoiceProps = {
  amount: Piastres
  chosen: InstallmentPlan | null
  setCount: (count: InstallmentPlan) => void
}

export function InstallmentChoice({ amount, chosen, setCount }: InstallmentChoiceProps) {
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
