import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useFormat } from '../platform/format.ts'
import { countTo } from './count-to.ts'

const STARS = countTo(5)

type RatingStarsProps = {
  value: number
  /** For an average: the number of ratings. */
  count?: number
  /** For one rating: the word for its stars, shown instead of the number. */
  words?: string
  /** Shows one star and the number, where space is short. */
  compact?: boolean
  className?: string
}

/** Read-only stars: an average with its count, or one rating with its word. */
export function RatingStars({ value, count, words, compact = false, className }: RatingStarsProps) {
  const t = useMessages(ui)
  const format = useFormat()
  const text = format.number(value, { maximumFractionDigits: 1 })
  if (count === 0) return <span className="text-muted text-sm">{t('rating.count', { count })}</span>
  return (
    <span className={clsx('inline-flex items-center gap-1.5 text-sm', className)}>
      {compact ? <Star aria-hidden className="size-4 shrink-0 fill-current text-star" /> : <Filled value={value} />}
      <span className={words === undefined ? 'figures font-bold' : 'sr-only'}>{text}</span>
      <span className="sr-only">{t('rating.outOf', { stars: STARS.length })}</span>
      {words !== undefined && <span className="text-muted">{words}</span>}
      {count !== undefined && <span className="text-muted">({t('rating.count', { count })})</span>}
    </span>
  )
}

const Filled = ({ value }: { value: number }) => (
  <span aria-hidden className="relative inline-flex text-line">
    <Row />
    <span className="absolute inset-y-0 inset-s-0 overflow-hidden text-star" style={{ width: `${value * 20}%` }}>
      <Row />
    </span>
  </span>
)

const Row = () => (
  <span className="flex w-max">
    {STARS.map((star) => (
      <Star key={star} className="size-4 shrink-0 fill-current" />
    ))}
  </span>
)
