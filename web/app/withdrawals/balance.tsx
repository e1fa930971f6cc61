import { Banknote, CalendarClock, Clock, GraduationCap, HandCoins, Hourglass } from 'lucide-react'
import type { Answer } from '#contract/client'
import type { invoiceStats } from '#contract/invoices'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { useWithdrawalLimits } from './shared/use-withdrawal-limits.ts'

type BalanceProps = { balance: Answer<typeof invoiceStats>; onAsk: () => void }

/** The amount that can be withdrawn, with the button for it, and those other sums that are more than nothing. */
export function Balance({ balance, onAsk }: BalanceProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const { income, invoices } = balance
  const sums = [
    { of: 'pending', value: invoices.pending, icon: Hourglass, tone: 'warning' },
    { of: 'waiting', value: income.waiting, icon: Clock, tone: 'warning' },
    { of: 'coming', value: income.future, icon: CalendarClock, tone: 'info' },
    { of: 'paid', value: invoices.fulfilled, icon: Banknote, tone: 'success' },
    { of: 'earned', value: income.past, icon: GraduationCap, tone: 'brand' },
  ] as const
  const figures = sums.filter(({ value }) => value > 0)
  return (
    <div className="grid gap-4 lg:has-[li]:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <Spendable spendable={balance.spendable} hasEarned={income.past > 0} onAsk={onAsk} />
      <ul aria-label={t('balance.label')} className="grid grid-cols-2 gap-3 empty:hidden sm:gap-4">
        {figures.map(({ of, value, icon, tone }) => (
          <li key={of}>
            <StatCard
              icon={icon}
              tone={tone}
              label={t(`balance.${of}`)}
              hint={t(`balance.${of}Hint`)}
              value={format.money(value)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type SpendableProps = { spendable: number; hasEarned: boolean; onAsk: () => void }

function Spendable({ spendable, hasEarned, onAsk }: SpendableProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const { limits, isPaused } = useWithdrawalLimits()
  const missing = limits.min - spendable
  const tooLittle = t('balance.tooLittle', { min: format.money(limits.min), missing: format.money(missing) })
  return (
    <Card tone="deep" padding="lg" className="flex flex-col gap-4">
      <p role="status">
        <span className="block opacity-85">{t('balance.available')}</span>
        <strong translate="no" className="figures block text-4xl leading-tight">
          {format.money(spendable)}
        </strong>
      </p>
      {missing > 0 ? (
        <p className="mt-auto opacity-85">{hasEarned ? tooLittle : t('balance.empty')}</p>
      ) : isPaused ? (
        <p className="mt-auto">{t('balance.paused')}</p>
      ) : (
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="accent" size="lg" icon={HandCoins} onClick={onAsk} className="max-sm:w-full">
            {t('balance.ask')}
          </Button>
          <p className="text-sm opacity-85">{t('balance.days')}</p>
        </div>
      )}
    </Card>
  )
}
