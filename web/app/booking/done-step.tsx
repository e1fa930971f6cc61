import { CircleCheckBig } from 'lucide-react'
import { eventUid } from '#domain/lessons/calendar-events'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AddToCalendar } from '../lessons/shared/add-to-calendar.tsx'
import { PushOffer } from '../settings/shared/push-offer.tsx'
import type { BookedLesson } from './mutations.ts'
import { ReminderOffer } from './reminder-offer.tsx'

type DoneStepProps = { done: BookedLesson; tutorName: string; onClose: () => void }

/** The confirmation: when the lesson is, and what can be done next. */
export function DoneStep({ done, tutorName, onClose }: DoneStepProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const { start, end } = done.time
  const url = `${window.location.origin}/lesson/${done.lessonId}`
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
