import { Star } from 'lucide-react'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../lib/format.ts'
import { classes } from '../../ui/classes.ts'

const FIVE = [1, 2, 3, 4, 5]

/** Five stars, filled up to the value; the words beside them are what counts. */
export function Stars({ value, className }: { value: number; className?: string }) {
  return (
    <span aria-hidden className={classes('inline-flex gap-0.5 text-star', className)}>
      {FIVE.map((star) => (
        <Star key={star} className={classes('size-4', star <= Math.round(value) ? 'fill-current' : 'opacity-35')} />
      ))}
    </span>
  )
}

type AverageProps = { average: number; count: number }

/** The average with its count, or that nobody has rated yet. */
export function AverageRating({ average, count }: AverageProps) {
  const t = useMessages(tutors)
  const format = useFormat()
  const value = format.number(average, { maximumFractionDigits: 1 })
  if (count === 0) return <span className="text-faint text-sm">{t('rating.none')}</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <Star aria-hidden className="size-4 fill-current text-star" />
      <span aria-hidden className="figures font-bold">
        {value}
      </span>
      <span className="sr-only">{t('rating.outOf', { value, best: 5 })}</span>
      <span className="text-muted">({t('rating.count', { count })})</span>
    </span>
  )
}
