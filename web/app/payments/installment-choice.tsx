import { queryOptions } from '@tanstack/react-query'
import { listInstallmentPlans } from '#contract/calls/fawry'
import type { Piastres } from '#domain/money'
import { fitsCard, type InstallmentPlan, monthlySum } from '#domain/payments/installments'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

const HOUR_MS = 60 * 60_000

/** The instalment plans of our account at the gateway (docs/rules/money.md 3.7). */
export const installmentPlansQuery = queryOptions({
  queryKey: [...keys.orders, 'installment-plans'],
  queryFn: ({ signal }) => request(listInstallmentPlans, {}, { signal }),
  staleTime: HOUR_MS,
})

type InstallmentChoiceProps = {
  /** Plans that take the sum. */
  plans: readonly InstallmentPlan[]
  amount: Piastres
  /** The first digits of the chosen card, whose plans alone are offered; null before there is one. */
  firstDigits: string | null
  chosen: number | null
  onChoose: (planId: number) => void
}

/** The plans that a card can be charged by; all of them before there is a card. */
export const plansOfCard = (plans: readonly InstallmentPlan[], firstDigits: string | null): InstallmentPlan[] =>
  plans.filter((plan) => firstDigits === null || fitsCard(plan, firstDigits))

/** Instalment plans by what is paid each month, with their bank, length and rate. */
export function InstallmentChoice({ plans, amount, firstDigits, chosen, onChoose }: InstallmentChoiceProps) {
  const t = useMessages(checkout)
  const format = useFormat()
  const offered = plansOfCard(plans, firstDigits)
  if (offered.length === 0) {
    const banks = [...new Set(plans.map(({ bank }) => bank))].join('، ')
    return (
      <Banner tone="warning" announce="status">
        {t('installments.noneOfCard', { banks })}
      </Banner>
    )
  }
  const options = offered.map((plan) => ({
    value: plan.id,
    label: t('installments.each', { amount: format.money(monthlySum(amount, plan)) }),
    hint: t('installments.plan', {
      bank: plan.bank,
      months: t('installments.months', { count: plan.months }),
      rate: plan.rate === 0 ? t('installments.noRate') : t('installments.rate', { percent: format.percent(plan.rate) }),
    }),
  }))
  return (
    <FieldGroup label={t('installments.label')} hint={t('installments.note')}>
      <RadioGroup columns={2} options={options} value={chosen} onChange={onChoose} />
    </FieldGroup>
  )
}
