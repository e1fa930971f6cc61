import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { fromIso } from '#domain/cairo'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { bookingIntent } from '#messages/booking-intent'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { tutorsIntent } from './intent.ts'
import { tutorQuery } from './tutor-queries.ts'

type BookingIntentProps = { hasAccount: boolean }

/** The lesson that somebody chose before signing in, on the screens between the tap and the booking: tutor, time, free hour. */
export function BookingIntent({ hasAccount }: BookingIntentProps) {
  const { redirect } = useSearch({ strict: false })
  const intent = tutorsIntent(redirect)
  return intent && <Intent {...intent} hasAccount={hasAccount} />
}

/** Its height is the same before the tutor is known, so that the form below it does not move. */
function Intent({ tutorId, at, hasAccount }: BookingIntentProps & { tutorId: number; at: string | null }) {
  const t = useMessages(bookingIntent)
  const format = useFormat()
  const now = useNow(60_000)
  const { data: tutor, isError } = useQuery(tutorQuery(tutorId))
  if (isError && !tutor) return null
  const name = (tutor ? shownName(tutor) : null) ?? '…'
  return (
    <Card padding="sm" tone="brand" role="region" aria-label={t('label')} className="flex min-h-24 items-center gap-3">
      <Avatar id={tutorId} name={name} src={tutor?.image ?? null} size="lg" />
      <div className="min-w-0">
        <p className="font-semibold">{t('with', { name })}</p>
        {at && (
          <p className="font-semibold text-brand-ink">
            <time dateTime={at}>{format.capital(format.nearMoment(fromIso(at), now))}</time>
          </p>
        )}
        <p className="text-muted text-sm">{hasAccount ? t('login') : t('free', { count: FREE_TRIAL_MINUTES })}</p>
      </div>
    </Card>
  )
}
