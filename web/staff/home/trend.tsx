import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { changeOf } from '#domain/staff/dashboard-figures'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

export type TrendProps = {
  before: number
  after: number
  /** `before` in words. */
  text: string
  /** Whether more is worse, as of cancellations. */
  isBad?: boolean
}

/** The change of a figure against the previous period: an arrow, and the same as text. */
export function Trend({ before, after, text, isBad = false }: TrendProps) {
  const t = useMessages(staffHome)
  const format = useFormat()
  if (before === after) return <Words icon={Minus} text={t('figures.same')} tone="text-muted" />
  const change = changeOf(before, after)
  const isMore = after > before
  const tone = isMore === isBad ? 'text-danger-ink' : 'text-success-ink'
  const Arrow = isMore ? ArrowUp : ArrowDown
  if (change === null) return <Words icon={Arrow} text={t('figures.fromNothing')} tone={tone} />
  const words = t(isMore ? 'figures.upBy' : 'figures.downBy', {
    change: format.percent(Math.round(Math.abs(change) / 100) * 100),
    before: text,
  })
  return <Words icon={Arrow} text={words} tone={tone} />
}

function Words({ icon: Arrow, text, tone }: { icon: typeof Minus; text: string; tone: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1 font-medium', tone)}>
      <Arrow aria-hidden className="size-3.5 shrink-0" />
      {text}
    </span>
  )
}
