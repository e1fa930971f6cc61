import {
  BookOpenCheck,
  CalendarX2,
  Hourglass,
  type LucideIcon,
  MailCheck,
  ShieldCheck,
  Sparkles,
  UserRoundX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Instant } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AddGuardian } from '../account/shared/guardian-need.tsx'
import { EmailText, OtherTutors, Plans, SubscriptionPoints, UpcomingActions, VerifyEmail } from './blocked-parts.tsx'
import type { BookingFacts } from './facts.ts'
import type { Blocked } from './offer.ts'
import { useWindowEndText } from './window-end-text.ts'

type BlockedStateProps = {
  blocked: Blocked
  facts: BookingFacts
  now: Instant
  onBookNew: () => void
  onClose: () => void
}
type Words = { icon: LucideIcon; title: string; text: ReactNode; action: ReactNode }

/** Why booking is not possible, each with the action that leads on. */
export function BlockedState(props: BlockedStateProps) {
  const { icon, title, text, action } = useWords(props)
  return (
    <div role="status">
      <EmptyState icon={icon} title={title} text={text} action={action} headingLevel={3} />
    </div>
  )
}

function useWords({ blocked, facts, now, onBookNew, onClose }: BlockedStateProps): Words {
  const t = useMessages(booking)
  const format = useFormat()
  const windowEndText = useWindowEndText()
  const name = facts.tutor ? (shownName(facts.tutor) ?? '') : ''
  const title = t(`blocked.${blocked.type}.title`)
  const otherTutors = <OtherTutors onClose={onClose} />
  const plans = <Plans onClose={onClose} />
  const ok = <Button onClick={onClose}>{t('blocked.ok')}</Button>
  switch (blocked.type) {
    case 'role':
      return { icon: UserRoundX, title, text: t('blocked.role.text'), action: ok }
    case 'email':
      return { icon: MailCheck, title, text: <EmailText />, action: <VerifyEmail /> }
    case 'guardian':
      return { icon: ShieldCheck, title, text: t('blocked.guardian.text'), action: <AddGuardian /> }
    case 'subscription':
      return { icon: BookOpenCheck, title, text: <SubscriptionPoints />, action: plans }
    case 'trial':
      return { icon: Sparkles, title, text: t('blocked.trial.text'), action: plans }
    case 'paused':
      return {
        icon: Hourglass,
        title,
        text: t('blocked.paused.text', { until: format.moment(blocked.until) }),
        action: ok,
      }
    case 'minutes': {
      const { type, opens } = blocked.windowEnd
      const most = Math.max(0, ...facts.weeks.map(({ remainingMinutes }) => remainingMinutes))
      const text = t(`blocked.minutes.text.${type}`, {
        end: format.nearMoment(opens, now),
        name,
        count: facts.weeks.length,
      })
      const left = t('blocked.minutes.left', {
        remaining: format.duration(most),
        shortest: format.duration(SHORTEST_LESSON),
      })
      const ofWeeks = type === 'weeks' ? t('blocked.minutes.titleOfWeeks') : title
      return { icon: Hourglass, title: ofWeeks, text: most > 0 ? `${text} ${left}` : text, action: ok }
    }
    case 'upcoming': {
      const { lesson, count } = blocked
      const when = format.nearMoment(lesson.start, now)
      const text = t('blocked.upcoming.text', { name: lesson.other.name ?? '', when, count })
      return {
        icon: BookOpenCheck,
        title: t('blocked.upcoming.title', { count }),
        text,
        action: <UpcomingActions lesson={lesson} onClose={onClose} />,
      }
    }
    case 'week': {
      const when = format.nearMoment(blocked.nearest.start, now)
      const text = `${t('blocked.week.nearest', { name, when })} ${windowEndText(blocked.windowEnd, facts, now)}`
      return { icon: CalendarX2, title, text, action: otherTutors }
    }
    case 'passed':
      return {
        icon: CalendarX2,
        title,
        text: t('blocked.passed.text'),
        action: <Button onClick={onBookNew}>{t('blocked.passed.action')}</Button>,
      }
    case 'time':
      return { icon: CalendarX2, title, text: t('blocked.time.text', { name }), action: otherTutors }
    case 'tutor':
      return { icon: UserRoundX, title, text: t('blocked.tutor.text'), action: otherTutors }
  }
}
