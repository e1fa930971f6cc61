import { clsx } from 'clsx'

type ProgressBarProps = {
  /** 0 to `max`. */
  value: number
  max?: number
  /** What is measured; visually hidden if the adjacent text states it. */
  label: string
  hideLabel?: boolean
  /** The value in words for screen readers, instead of a percentage: "استعملت ٢٠ من ٦٠ دقيقة". */
  valueText?: string
  tone?: 'brand' | 'accent' | 'success' | 'danger'
  className?: string
}

const tones = { brand: 'bg-brand', accent: 'bg-accent', success: 'bg-success', danger: 'bg-danger' }

/** How much of something is done, used or left. */
export function ProgressBar({
  value,
  max = 100,
  label,
  hideLabel,
  valueText,
  tone = 'brand',
  className,
}: ProgressBarProps) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div className={className}>
      <div className={clsx('mb-1.5 flex justify-between gap-3 text-sm', hideLabel && 'sr-only')} aria-hidden>
        <span className="font-semibold">{label}</span>
        {valueText && <span className="text-muted">{valueText}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className={clsx('h-full rounded-full transition-[width]', tones[tone])} style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
