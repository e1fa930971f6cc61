import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { RatingValue } from '#domain/lessons/rating'

const STARS = Object.values(RatingValue)

type RatingInputProps = {
  label: string
  /** The words for one star to five. */
  labels: readonly [string, string, string, string, string]
  value: number | null
  onChange: (value: RatingValue) => void
  /** The id of the error's element; when given, the stars are marked invalid. */
  problemId?: string | undefined
}

/** Five stars over native radios: one tab stop, arrow keys inside. */
export function RatingInput({ label, labels, value, onChange, problemId }: RatingInputProps) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const lit = hovered ?? value ?? 0
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={problemId ? true : undefined}
      aria-describedby={problemId}
      className="flex flex-col items-center gap-1"
    >
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
              className={clsx('size-9', star <= lit ? 'fill-current text-star' : 'text-strong')}
              strokeWidth={1.5}
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="min-h-7 font-semibold text-accent-ink">
        {labels[lit - 1]}
      </p>
    </div>
  )
}
