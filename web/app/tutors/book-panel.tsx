import { clsx } from 'clsx'
import { Suspense } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { FreeTimes } from './free-times.tsx'
import { Talk } from './tutor-header.tsx'
import { useIsBookable } from './use-bookable.ts'

const AskPanel = optionalPart(async () => (await import('../standing/shared/ask-panel.tsx')).AskPanel)

const WaitPanel = optionalPart(async () => (await import('../waiting/shared/wait-panel.tsx')).WaitPanel)

/** The bookable times, next to the profile on a wide screen, where it stays in view. */
export function BookPanel({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const me = useMaybeMe()
  return (
    <Card padding="lg" className="flex flex-col gap-4 lg:sticky lg:top-24">
      <div>
        <h2 className="text-lg">{t('free.title')}</h2>
        {me === null && <p className="text-muted text-sm">{t('free.trial')}</p>}
      </div>
      <FreeTimes tutor={tutor} />
      <div className="flex flex-col gap-2">
        <Book tutor={tutor} className="max-lg:hidden" />
        <Talk tutor={tutor} />
      </div>
      <Suspense>
        {me !== null && isStudent(me.role) && me.verifiedEmail && (
          <>
            <AskPanel tutor={tutor} />
            <WaitPanel tutor={tutor} />
          </>
        )}
      </Suspense>
    </Card>
  )
}

function Book({ tutor, className }: { tutor: TutorCard; className?: string }) {
  const t = useMessages(tutorProfile)
  const me = useMaybeMe()
  const openBooking = useDialog('booking')
  if (me && !isStudent(me.role)) return null
  return (
    <Button className={className} onClick={() => openBooking({ tutorId: tutor.id })}>
      {t('profile.book')}
    </Button>
  )
}

/** The booking bar at the lower edge of a narrow screen, above a phone's navigation. */
export function BookBar({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  const now = useNow(60_000)
  const me = useMaybeMe()
  const openBooking = useDialog('booking')
  const isBookable = useIsBookable(now)
  if (me && !isStudent(me.role)) return null
  const next = tutor.nextTimes.find((start) => isBookable(fromIso(start)))
  return (
    <div
      data-bar="bottom"
      className={clsx(
        'sticky z-20 -mx-4 flex items-center gap-3 border-line border-t bg-surface px-4 py-2.5 shadow-sheet sm:-mx-6 sm:px-6 lg:hidden',
        me === null ? 'bottom-0' : 'bottom-16 md:bottom-0',
      )}
    >
      <p className="min-w-0 grow text-sm">
        {next ? (
          <>
            <span className="block text-muted text-xs">{t('free.next')}</span>
            <span className="block truncate font-semibold">
              {format.capital(format.nearMoment(fromIso(next), now))}
            </span>
          </>
        ) : (
          <bdi translate="no" className="block truncate font-semibold">
            {shownName(tutor)}
          </bdi>
        )}
      </p>
      <Button onClick={() => openBooking({ tutorId: tutor.id })}>{t('profile.book')}</Button>
    </div>
  )
}
