import type { TutorCard } from '#contract/tutor-card'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { nearWeekday } from './near-weekday.ts'
import { useIsBookable } from './use-bookable.ts'

type NextTimesProps = { tutor: TutorCard; mayBook: boolean; className?: string }

const box = 'flex min-h-14 flex-col items-center justify-center rounded-control px-1.5 py-1 text-sm leading-snug'

/** Three times of a tutor; a tap opens the booking with that time chosen. What the reader cannot book is text. */
export function NextTimes({ tutor, mayBook, className = '' }: NextTimesProps) {
  const t = useMessages(tutors)
  const format = useFormat()
  const openBooking = useDialog('booking')
  const now = useNow(60_000)
  const isBookable = useIsBookable(now)
  const name = shownName(tutor) ?? ''
  return (
    <ul className={`grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2 ${className}`}>
      {tutor.nextTimes.map((start) => {
        const at = fromIso(start)
        return (
          <li key={start}>
            {mayBook && isBookable(at) ? (
              <button
                type="button"
                aria-label={t('card.book', { when: format.nearMoment(at, now), name })}
                onClick={() => openBooking({ tutorId: tutor.id, start })}
                className={`${box} w-full bg-brand-soft text-brand-ink transition-colors hover:bg-brand hover:text-on-brand`}
              >
                <DayAndTime at={at} now={now} />
              </button>
            ) : (
              <span className={`${box} bg-sunken text-muted`}>
                <DayAndTime at={at} now={now} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function DayAndTime({ at, now }: { at: Instant; now: Instant }) {
  const format = useFormat()
  return (
    <>
      <span className="max-w-full truncate text-xs">{nearWeekday(format, localDay(at), localDay(now))}</span>
      <time translate="no" dateTime={new Date(at).toISOString()} className="figures whitespace-nowrap font-semibold">
        {format.time(at)}
      </time>
    </>
  )
}
