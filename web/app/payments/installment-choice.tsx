import { type Piastres, shareOf } from '#domain/money'
import { type InstallmentPlan, installmentPlans } from '#domain/payments/methods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

const WORDS = { 2: 'two', 4: 'four' } as const satisfies Record<InstallmentPlan, string>

type InstallmentChoiceProps = {
  amount: Piastres
  chosen: InstallmentPlan
  setCount: (count: InstallmentPlan) => void
}

/** The instalment plans by what is paid each time. */
export function InstallmentChoice({ amount, chosen, setCount }: InstallmentChoiceProps) {
  const t = useMessages(checkout)
  const format = useFormat()
  const options = installmentPlans.map((count) => ({
    value: count,
    label: t('installments.each', { amount: format.money(shareOf(amount, 1, count)) }),
    hint: t(`installments.${WORDS[count]}`),
  }))
  return (
    <FieldGroup label={t('installments.label')} hint={t('installments.note')}>
      <RadioGroup columns={2} options={options} value={chosen} onChange={setCount} />
    </FieldGroup>
  )
}
