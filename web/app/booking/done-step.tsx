import { BellRing, CircleCheckBig, MessageCircleMore } from 'lucide-react'
import { Suspense } from 'react'
import { minutes } from '#domain/cairo'
import { eventUid } from '#domain/lessons/calendar-events'
import type { LessonDuration } from '#domain/lessons/durations'
import { sessionPath } from '#domain/sessions/session-id'
import { booking } from '#messages/booking'
import { phone as words } from '#messages/phone'
import { pwa } from '#messages/pwa'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useNotifications } from '../account/shared/use-notifications.ts'
import { AddToCalendar } from '../lessons/shared/add-to-calendar.tsx'
import { usePush } from '../settings/shared/use-push.ts'
import type { BookedLesson } from './mutations.ts'

/** Offers reminders to users without any: one tap enables them, after verifying the phone number if necessary. */
function ReminderOffer({ onVerify }: { onVerify: () => void }) {
  const t = useMessages(words)
  const me = useMe()
  const openVerification = useDialog('verification')
  const { mutate, isPending } = useNotifications(me)
  if (me.notificationMethod !== null) return null
  const accept = () => {
    if (me.verifiedPhone) return mutate(true)
    onVerify()
    openVerification({ of: 'phone' })
  }
  return (
    <Button variant="secondary" wide icon={MessageCircleMore} loading={isPending} onClick={accept}>
      {t('notifications.offer')}
    </Button>
  )
}

const AskSameTime = optionalPart(async () => (await import('../standing/shared/ask-same-time.tsx')).AskSameTime)

type DoneStepProps = { done: BookedLesson; tutorId: number; tutorName: string; onClose: () => void }

/** The confirmation: when the lesson is, and what can be done next. */
export function DoneStep({ done, tutorId, tutorName, onClose }: DoneStepProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const me = useMe()
  const { start, end } = done.time
  const url = `${window.location.origin}${sessionPath({ kind: 'lesson', id: done.lessonId })}`
  const event = {
    uid: eventUid({ kind: 'lesson', id: done.lessonId }),
    title: t('calendar.summary', { name: tutorName }),
    description: t('calendar.description', { link: url }),
    start,
    end,
    url,
  }
  return (
    <div className="flex animate-fade-in flex-col items-center gap-5 pt-2 text-center">
      <IconDisc icon={CircleCheckBig} tone="success" />
      <p ref={focusOnMount} tabIndex={-1}>
        <span className="block font-bold text-lg">{format.day(start)}</span>
        <span className="block font-semibold">{format.timeRange(start, end)}</span>
        <span className="block text-muted">{t('done.with', { name: tutorName })}</span>
      </p>
      <p className="text-muted text-sm">{t('done.next')}</p>
      <div className="flex w-full flex-col gap-2">
        <LinkButton to="/upcoming-lessons" wide onClick={onClose}>
          {t('done.upcoming')}
        </LinkButton>
        {me.name === null && (
          <LinkButton
            to="/complete-profile"
            search={{ redirect: '/upcoming-lessons' }}
            variant="secondary"
            wide
            onClick={onClose}
          >
            {t('done.introduce')}
          </LinkButton>
        )}
        <Suspense>
          {!done.isMoved && (
            <AskSameTime
              tutorId={tutorId}
              lesson={{ start, duration: ((end - start) / minutes(1)) as LessonDuration }}
            />
          )}
        </Suspense>
        <AddToCalendar event={event} wide />
        <ReminderOffer onVerify={onClose} />
        <PushOffer />
        <Button variant="ghost" wide onClick={onClose}>
          {t('done.finish')}
        </Button>
      </div>
    </div>
  )
}

/** Offers reminders on this device, once there is something to be reminded of. The browser asks only after a tap. */
function PushOffer() {
  const t = useMessages(pwa)
  const { status, turn, isPending } = usePush()
  if (status !== 'off' && !isPending) return null
  return (
    <Button variant="secondary" wide icon={BellRing} loading={isPending} onClick={() => turn(true)}>
      {t('push.offer')}
    </Button>
  )
}
