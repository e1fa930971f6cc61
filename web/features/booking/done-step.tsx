import { CalendarPlus, CircleCheckBig } from 'lucide-react'
import { booking } from '../../i18n/ar/booking.ts'
import { useMessages } from '../../i18n/messages.ts'
import { now } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { calendarFile } from './calendar-file.ts'
import type { BookedLesson } from './mutations.ts'
import { ReminderOffer } from './reminder-offer.tsx'

type DoneStepProps = { done: BookedLesson; tutorName: string; onClose: () => void }

/** The confirmation: when the lesson is, and what can be done next. */
export function DoneStep({ done, tutorName, onClose }: DoneStepProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const { start, end } = done.time
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
        <AddToCalendar done={done} tutorName={tutorName} />
        <ReminderOffer onVerify={onClose} />
        <Button variant="ghost" wide onClick={onClose}>
          {t('done.finish')}
        </Button>
      </div>
    </div>
  )
}

function AddToCalendar({ done, tutorName }: Pick<DoneStepProps, 'done' | 'tutorName'>) {
  const t = useMessages(booking)
  const save = () => {
    const url = `${window.location.origin}/upcoming-lessons`
    const text = calendarFile({
      uid: `lesson-${done.lessonId}@hessa`,
      now: now(),
      url,
      start: done.time.start,
      end: done.time.end,
      summary: t('calendar.summary', { name: tutorName }),
      description: t('calendar.description', { link: url }),
      reminder: t('calendar.reminder'),
    })
    download(t('calendar.fileName'), text)
  }
  return (
    <Button variant="secondary" wide icon={CalendarPlus} onClick={save}>
      {t('done.addToCalendar')}
    </Button>
  )
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked at once, the address would end before the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
