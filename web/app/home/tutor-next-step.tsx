import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, EyeOff } from 'lucide-react'
import { addDays, hours, type Instant, localDay, minutes, overlaps, startOfDay, type TimeRange } from '#domain/cairo'
import { Role } from '#domain/roles'
import { isOnboarded } from '#domain/tutors/onboarded'
import { dashboards } from '#messages/dashboards'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { StepCard } from './step-card.tsx'

const WEEK_DAYS = 7

/** Open minutes of a tutor's slots within a week from now, rounded to whole hours from an hour on. */
export function openMinutes(slots: readonly TimeRange[], now: Instant): number {
  const week = { start: now, end: startOfDay(addDays(localDay(now), WEEK_DAYS)) }
  const inWeek = slots.filter((slot) => overlaps(slot, week))
  const length = ({ start, end }: TimeRange) => Math.min(end, week.end) - Math.max(start, week.start)
  const open = inWeek.reduce((sum, slot) => sum + length(slot), 0)
  return open < hours(1) ? Math.round(open / minutes(1)) : Math.round(open / hours(1)) * 60
}

/** The next step of a tutor without a booked lesson: to be listed, then to open hours, or more of them. */
export function TutorNextStep({ slots, now }: { slots: readonly TimeRange[]; now: Instant }) {
  const me = useMe()
  const { data: tutor } = useQuery(ownTutorQuery(me.id))
  const isUnlisted = me.role === Role.Tutor && tutor !== undefined && !isOnboarded({ ...me, ...tutor })
  return isUnlisted ? <Unlisted /> : <HoursStep slots={slots} now={now} />
}

/** For a tutor who is not listed: opening hours would be useless, because students do not see them. */
function Unlisted() {
  const t = useMessages(onboarding)
  const action = (
    <LinkButton to="/t/onboarding" variant="accent" size="lg">
      {t('unlisted.action')}
    </LinkButton>
  )
  return <StepCard icon={EyeOff} title={t('unlisted.title')} text={t('unlisted.text')} action={action} />
}

function HoursStep({ slots, now }: { slots: readonly TimeRange[]; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const hasFuture = slots.some(({ end }) => end > now)
  const open = openMinutes(slots, now)
  const action = (
    <LinkButton to="/schedule-management" variant="accent" size="lg">
      {t(hasFuture ? 'tutor.addHours' : 'tutor.open')}
    </LinkButton>
  )
  if (!hasFuture)
    return <StepCard icon={EyeOff} title={t('tutor.hidden')} text={t('tutor.hiddenText')} action={action} />
  const text = open > 0 ? t('tutor.waitingText', { hours: format.duration(open) }) : t('tutor.waitingTextPlain')
  return <StepCard icon={CalendarPlus} title={t('tutor.waiting')} text={text} action={action} />
}
