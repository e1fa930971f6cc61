import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/users'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** The free trial, or its remaining minutes. Hidden while a plan is current. */
export function TrialCard({ me }: { me: User | null }) {
  const own = useOwnSubscription().data
  const info = own?.info ?? null
  if (info) return info.period === PlanPeriod.FreeTrial ? <RunningTrial /> : null
  if (me?.verifiedEmail) return own?.trial === 'needs-proof' ? <WaitingTrial hasPhone={me.verifiedPhone} /> : null
  return <TrialOffer isGuest={me === null} />
}

function TrialOffer({ isGuest }: { isGuest: boolean }) {
  const t = useMessages(plans)
  const minutes = useFormat().duration(FREE_TRIAL_MINUTES)
  const openVerification = useDialog('verification')
  const action = isGuest ? (
    <LinkButton to="/register/$role" params={{ role: 'student' }} search={{ redirect: '/plans' }} variant="accent">
      {t('trial.register')}
    </LinkButton>
  ) : (
    <Button variant="accent" onClick={() => openVerification({ of: 'email' })}>
      {t('trial.verify')}
    </Button>
  )
  return <Trial title={t('trial.title', { minutes })} text={t('trial.text', { minutes })} action={action} />
}

/** The mailbox or the phone number has had a trial: another proof opens it (docs/rules/minutes.md 5.3). */
function WaitingTrial({ hasPhone }: { hasPhone: boolean }) {
  const t = useMessages(plans)
  const minutes = useFormat().duration(FREE_TRIAL_MINUTES)
  const openVerification = useDialog('verification')
  const action = hasPhone ? null : (
    <Button variant="accent" onClick={() => openVerification({ of: 'phone' })}>
      {t('trial.verifyPhone')}
    </Button>
  )
  const text = hasPhone ? t('trial.proofUsed') : t('trial.proofText', { minutes })
  return <Trial title={t('trial.proofTitle')} text={text} action={action} />
}

function RunningTrial() {
  const t = useMessages(plans)
  const format = useFormat()
  const left = useOwnSubscription().data?.remainingWeeklyMinutes ?? 0
  if (left < SHORTEST_LESSON) return <Trial title={t('trial.over')} text={t('trial.overText')} action={null} />
  const action = (
    <LinkButton to="/tutors" variant="accent">
      {t('trial.book')}
    </LinkButton>
  )
  return (
    <Trial title={t('trial.left', { minutes: format.duration(left) })} text={t('trial.leftText')} action={action} />
  )
}

function Trial({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Card tone="deep" padding="lg" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <span className="grid size-14 shrink-0 place-items-center rounded-[1.2rem] bg-on-deep/10 text-accent">
        <Gift aria-hidden className="size-7" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-lg sm:text-xl">{title}</h2>
        <p className="mt-1 text-on-deep-muted">{text}</p>
      </div>
      {action}
    </Card>
  )
}
