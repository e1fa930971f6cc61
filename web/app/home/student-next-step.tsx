import { CalendarPlus, Hourglass, MailCheck, RefreshCcw, Smartphone, Sparkles } from 'lucide-react'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import type { NextStep } from '#domain/students/next-step'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { StepCard } from './step-card.tsx'
import type { MinutesView, StudentHome } from './student-home.ts'

type StudentNextStepProps = {
  step: Exclude<NextStep, 'lesson'>
  minutes: MinutesView | null
  home: StudentHome
  now: Instant
}

/** The one thing to do next, where no lesson is booked (docs/rules/accounts.md 10.4). */
export function StudentNextStep({ step, minutes, home, now }: StudentNextStepProps) {
  switch (step) {
    case 'book':
      return <Book minutes={minutes} />
    case 'wait-for-minutes':
    case 'wait-for-end':
      return <Wait step={step} minutes={minutes} now={now} />
    case 'verify-email':
    case 'verify-phone':
      return <Verify step={step} />
    case 'renew':
      return <Renew home={home} now={now} />
    case 'choose-plan':
      return <ChoosePlan />
  }
}

function Book({ minutes }: Pick<StudentNextStepProps, 'minutes'>) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const words = { minutes: format.duration(minutes?.left ?? 0) }
  const action = (
    <LinkButton to="/tutors" variant="accent" size="lg">
      {t('next.bookAction')}
    </LinkButton>
  )
  const text = t(minutes?.isTrial ? 'next.bookTrialText' : 'next.bookText', words)
  return <StepCard icon={CalendarPlus} title={t('next.book')} text={text} action={action} />
}

function Wait({ step, minutes, now }: Pick<StudentNextStepProps, 'step' | 'minutes' | 'now'>) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const when = minutes?.until ? format.nearMoment(minutes.until, now) : ''
  const text = minutes?.isPaused
    ? t('minutes.paused', { when })
    : step === 'wait-for-end'
      ? t('next.spentLastText', { when })
      : t('next.spentText', { when, minutes: format.duration(minutes?.next ?? 0) })
  const action = (
    <LinkButton to="/tutors" variant="secondary">
      {t('next.seeTutors')}
    </LinkButton>
  )
  const title = t(minutes?.isPaused ? 'next.paused' : 'next.spent')
  return <StepCard icon={Hourglass} title={title} text={text} action={action} />
}

function Verify({ step }: { step: 'verify-email' | 'verify-phone' }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const openVerification = useDialog('verification')
  const of = step === 'verify-email' ? 'email' : 'phone'
  const minutes = format.duration(FREE_TRIAL_MINUTES)
  const action = (
    <Button variant="accent" size="lg" onClick={() => openVerification({ of })}>
      {t(`start.${of}Action`)}
    </Button>
  )
  const icon = of === 'email' ? MailCheck : Smartphone
  return <StepCard icon={icon} title={t(`start.${of}`)} text={t(`start.${of}Text`, { minutes })} action={action} />
}

function Renew({ home: { endedPlan }, now }: Pick<StudentNextStepProps, 'home' | 'now'>) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const words = usePlanWords()
  if (!endedPlan) return <ChoosePlan />
  const { planId, period, weeklyMinutes, end } = endedPlan
  const title = t('next.ended', { day: format.nearDay(localDay(fromIso(end)), localDay(now)) })
  const text = t('next.endedText', { name: words.name(weeklyMinutes), period: words.period(period) })
  const action = (
    <div className="flex flex-wrap gap-3">
      <LinkButton
        to="/checkout/$planId/$period"
        params={{ planId: String(planId), period: wordOf(period) }}
        variant="accent"
        size="lg"
      >
        {t('next.renew')}
      </LinkButton>
      <LinkButton to="/plans" variant="secondary" size="lg">
        {t('next.otherPlans')}
      </LinkButton>
    </div>
  )
  return <StepCard icon={RefreshCcw} title={title} text={text} action={action} />
}

function ChoosePlan() {
  const t = useMessages(dashboards)
  const action = (
    <LinkButton to="/plans" variant="accent" size="lg">
      {t('next.plans')}
    </LinkButton>
  )
  return <StepCard icon={Sparkles} title={t('next.noBalance')} text={t('next.noBalanceText')} action={action} />
}
