import { CalendarCheck, CalendarPlus, CalendarSearch } from 'lucide-react'
import type { Instant } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { bookSameTime } from '#messages/book-same-time'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { useDialog } from '../../../platform/dialogs.tsx'
import { errorText } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import type { OfferedTime } from '../../../shared/tutors/offered-times.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBookLesson } from '../mutations.ts'
import { type SameTime, sameTimeNextWeek } from '../same-time.ts'
import { useBookingFacts } from '../use-booking-facts.ts'

type BookSameTimeProps = {
  tutor: { id: number; name: string }
  lesson: { start: Instant; duration: LessonDuration }
}

/**
 * After a lesson: books the same time a week later with one click, or shows why that is not possible and the alternatives.
 */
export function BookSameTime({ tutor, lesson }: BookSameTimeProps) {
  const t = useMessages(bookSameTime)
  const format = useFormat()
  const at = useNow(20_000)
  const openBooking = useDialog('booking')
  const { facts } = useBookingFacts({ tutorId: tutor.id })
  const booking = useBookLesson(({ time }) =>
    toast.success(t('done', { name: tutor.name }), { description: format.capital(format.nearMoment(time.start, at)) }),
  )
  if (!facts)
    return (
      <Card padding="lg">
        <Loading text={t('loading')}>
          <Skeleton className="h-24" />
        </Loading>
      </Card>
    )
  const wish = sameTimeNextWeek(facts, lesson, at)
  const book = (time: OfferedTime) =>
    booking.mutate({ tutorId: tutor.id, movingId: null, time, duration: lesson.duration })
  const time = wish.type === 'open' ? wish.time : wish.type === 'blocked' ? null : wish.sooner
  return (
    <Card padding="lg" className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1.5">
        <h2 className="text-lg">{t('title', { name: tutor.name })}</h2>
        <WishText wish={wish} name={tutor.name} at={at} />
      </div>
      <p role="alert" className="text-danger-ink empty:hidden">
        {booking.error && errorText(booking.error)}
      </p>
      <div className="flex w-full flex-wrap gap-3 *:grow">
        {time && (
          <Button icon={CalendarCheck} loading={booking.isPending || booking.isSuccess} onClick={() => book(time)}>
            {t('book', { when: format.nearMoment(time.start, at) })}
          </Button>
        )}
        <Button
          variant={time ? 'secondary' : 'primary'}
          icon={time ? CalendarSearch : CalendarPlus}
          onClick={() => openBooking({ tutorId: tutor.id })}
        >
          {t(wish.type === 'blocked' ? 'again' : 'choose', { name: tutor.name })}
        </Button>
      </div>
    </Card>
  )
}

function WishText({ wish, name, at }: { wish: SameTime; name: string; at: Instant }) {
  const t = useMessages(bookSameTime)
  const format = useFormat()
  if (wish.type === 'blocked') return null
  if (wish.type === 'open') return <p className="text-muted">{t('open', { name })}</p>
  const when = format.nearMoment(wish.start, at)
  const why =
    wish.type === 'not-yet'
      ? t(`notYet.${wish.opens.type}`, {
          when,
          end: format.nearMoment(wish.opens.at, at),
          opens: format.nearMoment(wish.opens.opens, at),
        })
      : t(wish.type, { name, when })
  return (
    <>
      <p className="text-muted">{why}</p>
      {wish.sooner && <p className="text-muted">{t('sooner', { name })}</p>}
    </>
  )
}
