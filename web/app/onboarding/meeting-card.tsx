import { DoorOpen, MessagesSquare, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { type Instant, toIso } from '#domain/cairo'
import { eventUid } from '#domain/lessons/calendar-events'
import { opensAt, roomState } from '#domain/sessions/hours'
import { SESSION_PAGES, sessionPath } from '#domain/sessions/session-id'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { AddToCalendar } from '../lessons/shared/add-to-calendar.tsx'
import { timingOf } from '../lessons/shared/lesson-timing.ts'
import { useTimingText } from '../lessons/shared/use-timing-text.ts'
import { DeviceTime } from '../week/shared/device-time.tsx'
import { useCancelMeeting } from './mutations.ts'

/** How often the countdown and whether one may join are updated, in milliseconds. */
const TICK_MS = 5000

/** A booked meeting: with whom, when, the time until then, and the link to join. */
export function MeetingCard({ meeting }: { meeting: Meeting }) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const timingText = useTimingText()
  const now = useNow(TICK_MS)
  const { kind, manager, start, end } = meeting
  const name = shownName(manager) ?? t('meeting.nameless')
  const timing = timingOf(meeting, now)
  return (
    <Card tone="deep" padding="md" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar id={manager.id} name={name} src={manager.image} size="lg" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-on-deep-muted text-sm">{t(`meeting.${kind}.card`)}</p>
          <h3 className="text-lg sm:text-xl">
            <PersonName>{name}</PersonName>
          </h3>
          <p>
            <time dateTime={toIso(start)}>{format.capital(format.nearRange(start, end, now))}</time>
          </p>
          <DeviceTime at={start} className="text-on-deep-muted" />
        </div>
        <p className="rounded-full bg-accent px-4 py-1.5 font-bold text-on-accent">{timingText(timing)}</p>
      </div>
      <Hints meeting={meeting} now={now} />
      <Choices meeting={meeting} now={now} />
    </Card>
  )
}

function Hints({ meeting, now }: { meeting: Meeting; now: Instant }) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const state = roomState(meeting, now)
  if (state === 'over') return <p className="text-on-deep-muted text-sm">{t('meeting.waiting')}</p>
  return (
    <div className="flex flex-col gap-1.5 text-on-deep-muted text-sm">
      <p className="flex items-start gap-2">
        <DoorOpen aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        {state === 'open'
          ? t('meeting.roomOpen')
          : t(`meeting.${meeting.kind}.opens`, { when: format.nearMoment(opensAt(meeting), now) })}
      </p>
      {now < meeting.start && (
        <p className="flex items-start gap-2">
          <ShieldCheck aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {t('meeting.freeCancel', { when: format.nearMoment(meeting.start, now) })}
        </p>
      )}
    </div>
  )
}

function Choices({ meeting, now }: { meeting: Meeting; now: Instant }) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelMeeting()
  const { kind, id, start, manager } = meeting
  const event = useCalendarEvent(meeting)
  const canEnter = roomState(meeting, now) === 'open'
  const canCancel = now < start
  return (
    <div className="flex flex-wrap gap-3">
      {canEnter && (
        <LinkButton to={`${SESSION_PAGES[kind]}/$id`} params={{ id: String(id) }} variant="accent" icon={DoorOpen}>
          {t(`meeting.${kind}.join`)}
        </LinkButton>
      )}
      <LinkButton
        to="/chat"
        search={{ room: `t-${manager.id}` }}
        variant={canEnter ? 'ghost' : 'secondary'}
        className={canEnter ? 'text-on-deep! hover:bg-on-deep/15!' : ''}
        icon={MessagesSquare}
      >
        {t('meeting.message')}
      </LinkButton>
      {canCancel && <AddToCalendar event={event} />}
      {canCancel && (
        <Button variant="ghost" className="text-on-deep! hover:bg-on-deep/15!" onClick={() => setAsking(true)}>
          {t(`meeting.${kind}.cancel`)}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tone="danger"
        title={t(`meeting.${kind}.cancelTitle`)}
        description={t('cancel.text', { when: format.nearMoment(start, now) })}
        confirmLabel={t(`meeting.${kind}.cancel`)}
        cancelLabel={t('cancel.keep')}
        onConfirm={() => cancel.mutateAsync(meeting)}
      />
    </div>
  )
}

/** The meeting as an entry of the tutor's own calendar. */
function useCalendarEvent(meeting: Meeting) {
  const t = useMessages(onboarding)
  const { kind, start, end, manager } = meeting
  const url = `${window.location.origin}${sessionPath(meeting)}`
  return {
    uid: eventUid(meeting),
    title: t(`meeting.${kind}.calendar`, { name: shownName(manager) ?? t('meeting.nameless') }),
    description: t('meeting.calendarText', { link: url }),
    start,
    end,
    url,
  }
}
