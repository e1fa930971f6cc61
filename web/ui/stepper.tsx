import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useFormat } from '../platform/format.ts'

export type StepperProps = {
  /** The names of the steps, in order. */
  steps: readonly string[]
  /** Counted from 0; `steps.length` when all are done. */
  current: number
  /** When given, completed steps can be returned to. */
  onGoTo?: (step: number) => void
}

/** The progress through a few steps. */
export function Stepper({ steps, current, onGoTo }: StepperProps) {
  const t = useMessages(ui)
  return (
    <nav aria-label={t('steps.label')}>
      <p className="mb-2 text-muted text-sm sm:hidden">
        {t('steps.position', { current: Math.min(current + 1, steps.length), total: steps.length })}
      </p>
      <ol className="flex items-start">
        {steps.map((name, step) => (
          <li
            key={name}
            aria-current={step === current ? 'step' : undefined}
            className="flex flex-1 items-start last:flex-none"
          >
            <Step name={name} step={step} current={current} onGoTo={onGoTo} />
            {step < steps.length - 1 && (
              <span
                aria-hidden
                className={clsx('mt-4.5 h-0.5 grow rounded', step < current ? 'bg-brand' : 'bg-line')}
              />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepProps = { name: string; step: number; current: number; onGoTo: StepperProps['onGoTo'] }

function Step({ name, step, current, onGoTo }: StepProps) {
  const t = useMessages(ui)
  const format = useFormat()
  const isDone = step < current
  const isCurrent = step === current
  const body = (
    <>
      <span
        className={clsx(
          'grid size-9 place-items-center rounded-full border-2 font-bold text-sm transition-colors',
          isDone && 'border-brand bg-brand text-on-brand',
          isCurrent && 'border-brand bg-brand-soft text-brand-ink',
          !isDone && !isCurrent && 'border-line bg-surface text-muted',
        )}
      >
        {isDone ? <Check aria-hidden className="size-5" strokeWidth={3} /> : format.number(step + 1)}
      </span>
      <span
        className={clsx(
          'text-center text-sm leading-snug max-sm:max-w-24',
          isCurrent ? 'font-bold text-ink' : 'text-muted max-sm:sr-only',
        )}
      >
        {name}
        {isDone && <span className="sr-only"> ({t('steps.done')})</span>}
      </span>
    </>
  )
  const look = 'flex flex-col items-center gap-1.5 px-2'
  if (!isDone || !onGoTo) return <span className={look}>{body}</span>
  return (
    <button
      type="button"
      onClick={() => onGoTo(step)}
      className={clsx(
        look,
        "relative rounded-control before:absolute before:inset-x-0 before:-inset-y-1 before:content-[''] hover:bg-sunken",
      )}
    >
      {body}
    </button>
  )
}
