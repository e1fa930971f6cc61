import type { Wait } from '#contract/waiting'
import { fromIso, type Instant } from '#domain/cairo'
import { isInForce } from '#domain/lessons/holds'
import { waiting } from '#messages/waiting'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useDecline } from './waits.ts'

/** A time that is offered to the student (docs/rules/lessons.md 14.3): one tap opens its booking, the next one confirms it; another declines it (14.9). */
export function OfferBanner({ wait: { tutor, offer }, now }: { wait: Wait; now: Instant }) {
  const t = useMessages(waiting)
  const format = useFormat()
  const openBooking = useDialog('booking')
  const { mutate, isPending } = useDecline(tutor.id)
  if (!offer || !isInForce({ until: fromIso(offer.until) }, now)) return null
  return (
    <Banner
      tone="success"
      announce="status"
      title={t('offer.title', { name: shownName(tutor) ?? '', when: format.nearMoment(fromIso(offer.start), now) })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => openBooking({ tutorId: tutor.id, start: offer.start })}>{t('offer.book')}</Button>
          <Button variant="secondary" loading={isPending} onClick={() => mutate(offer.start)}>
            {t('offer.decline')}
          </Button>
        </div>
      }
    >
      {t('offer.text', { until: format.time(fromIso(offer.until)) })}
    </Banner>
  )
}
