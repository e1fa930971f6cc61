import { clsx } from 'clsx'
import { Check, ChevronDown, Clock, Forward, Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { StepState } from '#domain/onboarding/steps'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ShownStep } from './steps.ts'

const TONES: Record<StepState, Tone> = {
  locked: 'neutral',
  open: 'brand',
  pending: 'info',
  rejected: 'warning',
  passed: 'success',
}

type StepProps = {
  number: number
  step: ShownStep
  state: StepState
  /** The first one that has not been passed. */
  isCurrent: boolean
  isShown: boolean
  onToggle: () => void
  children: ReactNode
}

/** One step: its number, its state, and the next action. */
export function Step({ number, step, state, isCurrent, isShown, onToggle, children }: StepProps) {
  const t = useMessages(onboarding)
  const [headingId, bodyId] = [useId(), useId()]
  const isLocked = state === StepState.Locked
  const hasPassed = state === StepState.Passed
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="relative flex gap-3 pb-5 last:pb-0 sm:gap-4">
      <Rail number={number} hasPassed={hasPassed} isCurrent={isCurrent} isLocked={isLocked} />
      <section
        aria-labelledby={headingId}
        className={clsx(
          'min-w-0 flex-1 rounded-card border p-4 sm:p-5',
          isCurrent ? 'border-brand bg-surface shadow-raised' : 'border-line bg-surface',
        )}
      >
        <div className="flex items-start gap-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={headingId} className="text-lg">
              {t(`stepNames.${step}`)}
            </h2>
            <Badge tone={TONES[state]}>{useStateWord(step, state, isCurrent)}</Badge>
            <p className="w-full text-muted text-sm">{t(`about.${step}.what`)}</p>
          </div>
          {!isLocked && (
            <IconButton
              icon={ChevronDown}
              label={t('details', { step: t(`stepNames.${step}`) })}
              aria-expanded={isShown}
              aria-controls={bodyId}
              onClick={onToggle}
              className={clsx('-m-1.5 shrink-0 transition-transform', isShown && 'rotate-180')}
            />
          )}
        </div>
        {step === 'demoSession' && isLocked && (
          <p className="mt-2 flex items-center gap-2 text-muted text-sm">
            <Lock aria-hidden className="size-4 shrink-0" />
            {t('locked.demoSession')}
          </p>
        )}
        <div id={bodyId} hidden={!isShown} className="mt-4">
          {isShown && (
            <div className="flex flex-col gap-5">
              {!hasPassed && <Expectations step={step} />}
              {children}
            </div>
          )}
        </div>
      </section>
    </li>
  )
}

/** The state as text: whose turn it is, and what a pending step waits for. */
function useStateWord(step: ShownStep, state: StepState, isCurrent: boolean): string {
  const t = useMessages(onboarding)
  if (state === StepState.Pending) return t(`pending.${step}`)
  return t(state === StepState.Open && isCurrent ? 'state.yourTurn' : `state.${state}`)
}

type RailProps = { number: number; hasPassed: boolean; isCurrent: boolean; isLocked: boolean }

/** The disc with the number and the line to the next one. */
function Rail({ number, hasPassed, isCurrent, isLocked }: RailProps) {
  const format = useFormat()
  return (
    <span aria-hidden className="flex flex-col items-center">
      <span
        className={clsx(
          'grid size-9 shrink-0 place-items-center rounded-full border-2 font-bold text-sm sm:size-10',
          hasPassed && 'border-brand bg-brand text-on-brand',
          !hasPassed && isCurrent && 'border-brand bg-brand-soft text-brand-ink',
          !hasPassed && !isCurrent && 'border-line bg-surface text-muted',
        )}
      >
        {hasPassed && <Check className="size-5" strokeWidth={3} />}
        {!hasPassed && (isLocked ? <Lock className="size-4" /> : format.number(number))}
      </span>
      <span className={clsx('absolute top-10 bottom-0 w-0.5 rounded', hasPassed ? 'bg-brand' : 'bg-line')} />
    </span>
  )
}

/** The usual duration, and what follows. */
function Expectations({ step }: { step: ShownStep }) {
  const t = useMessages(onboarding)
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      <Fact icon={Clock} term={t('about.takes')}>
        {t(`about.${step}.takes`)}
      </Fact>
      <Fact icon={Forward} term={t('about.after')} isMirrored>
        {t(`about.${step}.after`)}
      </Fact>
    </dl>
  )
}

type FactProps = { icon: Icon; term: string; isMirrored?: boolean; children: string }

function Fact({ icon: Glyph, term, isMirrored = false, children }: FactProps) {
  return (
    <div className="relative ps-7">
      <dt className="font-semibold">
        <Glyph
          aria-hidden
          className={clsx('absolute start-0 top-0.5 size-4.5 text-brand-ink', isMirrored && 'mirror')}
        />
        {term}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
