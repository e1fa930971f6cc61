import { toIso } from '#domain/cairo'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { type BookingDialogRequest, useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'

/** Leaves the dialog for the plans. */
export function Plans({ onClose }: { onClose: () => void }) {
  const t = useMessages(booking)
  return (
    <LinkButton to="/plans" onClick={onClose}>
      {t('blocked.plans')}
    </LinkButton>
  )
}

/** Leaves the dialog for the tutors who are free soon. */
export function OtherTutors({ onClose }: { onClose: () => void }) {
  const t = useMessages(booking)
  return (
    <LinkButton to="/tutors" onClick={onClose}>
      {t('blocked.otherTutors')}
    </LinkButton>
  )
}

export function EmailText() {
  const t = useMessages(booking)
  const format = useFormat()
  const { email } = useMe()
  const minutes = format.duration(FREE_TRIAL_MINUTES)
  return t.rich('blocked.email.text', {
    minutes,
    email,
    ltr: (text) => (
      <bdi translate="no" dir="ltr">
        {text}
      </bdi>
    ),
  })
}

export function VerifyEmail() {
  const t = useMessages(booking)
  const openVerification = useDialog('verification')
  return <Button onClick={() => openVerification({ of: 'email' })}>{t('blocked.email.action')}</Button>
}

export function SubscriptionPoints() {
  const t = useMessages(booking)
  const points = ['minutes', 'tutors', 'change'] as const
  return (
    <>
      {t('blocked.subscription.text')}
      <span className="mt-2 block text-start">
        {points.map((point) => (
          <span key={point} className="block">
            ✓ {t(`blocked.subscription.points.${point}`)}
          </span>
        ))}
      </span>
    </>
  )
}

const changeOf = ({ id, start, duration, slotId, tutorId }: LessonView): BookingDialogRequest => ({
  tutorId,
  lesson: { id, start: toIso(start), duration, slotId },
})

export function UpcomingActions({ lesson, onClose }: { lesson: LessonView; onClose: () => void }) {
  const t = useMessages(booking)
  const openBooking = useDialog('booking')
  return (
    <>
      <LinkButton to="/upcoming-lessons" onClick={onClose}>
        {t('blocked.upcoming.action')}
      </LinkButton>
      <Button variant="secondary" onClick={() => openBooking(changeOf(lesson))}>
        {t('blocked.upcoming.second')}
      </Button>
    </>
  )
}
