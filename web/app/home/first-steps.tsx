import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useMe, useOwnSubscription } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

/** The steps of a new student, in order; the first open one has the large button. `minutes` are those of the free hour. */
export function FirstSteps({ minutes }: { minutes: number }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { verifiedEmail, verifiedPhone } = useMe()
  const openVerification = useDialog('verification')
  // The mailbox has had a trial: the minutes are given once a phone number is proven (docs/rules/minutes.md 5.3).
  const needsPhone = useOwnSubscription().data?.trial === 'needs-proof' && !verifiedPhone
  const done = verifiedEmail ? 1 : 0
  const total = needsPhone ? 3 : 2
  const canBook = verifiedEmail && !needsPhone
  return (
    <Card padding="lg" className="flex flex-col gap-5" data-asks-email>
      <div>
        <h2 className="text-xl sm:text-2xl">{t('start.title')}</h2>
        <p className="mt-1 text-muted">{t('start.text', { count: total })}</p>
      </div>
      {done > 0 && <ProgressBar value={done} max={total} label={t('start.progress', { done, total })} />}
      <ol className="flex flex-col gap-3">
        <Step
          number={1}
          isDone={verifiedEmail}
          isNext={!verifiedEmail}
          title={t('start.email')}
          text={t('start.emailText', { minutes: format.duration(FREE_TRIAL_MINUTES) })}
          action={<Button onClick={() => openVerification({ of: 'email' })}>{t('start.emailAction')}</Button>}
        />
        {needsPhone && (
          <Step
            number={2}
            isDone={false}
            isNext
            title={t('start.phone')}
            text={t('start.phoneText', { minutes: format.duration(FREE_TRIAL_MINUTES) })}
            action={<Button onClick={() => openVerification({ of: 'phone' })}>{t('start.phoneAction')}</Button>}
          />
        )}
        <Step
          number={total}
          isDone={false}
          isNext={canBook}
          title={t('start.lesson')}
          text={minutes > 0 ? t('start.lessonMinutes', { minutes: format.duration(minutes) }) : t('start.lessonText')}
          action={
            <LinkButton to="/tutors" variant={canBook ? 'primary' : 'secondary'}>
              {t('start.lessonAction')}
            </LinkButton>
          }
        />
      </ol>
    </Card>
  )
}

type StepProps = { number: number; isDone: boolean; isNext: boolean; title: string; text: string; action: ReactNode }

function Step({ number, isDone, isNext, title, text, action }: StepProps) {
  const t = useMessages(dashboards)
  const format = useFormat()
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control p-4',
        isNext ? 'bg-brand-soft' : 'bg-sunken',
      )}
    >
      <span
        className={clsx(
          'grid size-10 shrink-0 place-items-center rounded-full font-bold',
          isDone ? 'bg-success text-on-success' : 'bg-surface text-brand-ink',
        )}
      >
        {isDone ? <Check aria-label={t('start.done')} className="size-5" /> : format.number(number)}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <h3 className={clsx('text-base', isDone && 'text-muted line-through')}>{title}</h3>
        {!isDone && <p className="text-muted text-sm">{text}</p>}
      </div>
      {!isDone && action}
    </li>
  )
}
