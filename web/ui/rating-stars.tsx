import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { ui } from '../i18n/ar/ui.ts'
import { useMessages } from '../i18n/messages.ts'
import { countTo } from '../lib/count-to.ts'
import { useFormat } from '../lib/format.ts'
import { classes } from './classes.ts'

const STARS = countTo(5)

/** An average to look at, with its count where it is known. */
export function RatingStars({ value, count, className }: { value: number; count?: number; className?: string }) {
  const t = useMessages(ui)
  const format = useFormat()
  const text = format.number(value, { maximumFractionDigits: 1 })
  if (count === 0) return <span className="text-muted text-sm">{t('rating.count', { count })}</span>
  return (
    <span className={classes('inline-flex items-center gap-1.5 text-sm', className)}>
      <span aria-hidden className="relative inline-flex text-line">
        <Row />
        <span className="absolute inset-y-0 inset-s-0 overflow-hidden text-star" style={{ width: `${value * 20}%` }}>
          <Row />
        </span>
      </span>
      <span className="figures font-bold">{text}</span>
      <span className="sr-only">{t('rating.outOf', { stars: STARS.length })}</span>
      {count !== undefined && <span className="text-muted">({t('rating.count', { count })})</span>}
    </span>
  )
}

const Row = () => (
  <span className="flex w-max">
    {STARS.map((star) => (
      <Star key={star} className="size-4 shrink-0 fill-current" />
    ))}
  </span>
)

type RatingInputProps = {
  label: string
  /** Words for one star to five. */
  labels: readonly [string, string, string, string, string]
  value: number | null
  onChange: (value: number) => void
}

/** Native radios under five stars: one stop for the Tab key, arrows inside; the word says what the stars mean. */
export function RatingInput({ label, labels, value, onChange }: RatingInputProps) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const lit = hovered ?? value ?? 0
  return (
    <fieldset className="flex flex-col items-center gap-1">
      <legend className="sr-only">{label}</legend>
      <div className="flex" onPointerLeave={() => setHovered(null)}>
        {STARS.map((star) => (
          <label
            key={star}
            onPointerEnter={() => setHovered(star)}
            className="grid size-12 place-items-center rounded-control transition-transform hover:scale-110 has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={labels[star - 1]}
            />
            <Star
              aria-hidden
              className={classes('size-9', star <= lit ? 'fill-current text-star' : 'text-strong')}
              strokeWidth={1.5}
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="min-h-7 font-semibold text-accent-ink">
        {labels[lit - 1]}
      </p>
    </fieldset>
  )
}
