import { CircleCheckBig, CircleX, Quote } from 'lucide-react'
import { daysBetween, type Instant, localDay } from '#domain/cairo'
import { MAX_LEVEL } from '#domain/meetings/feedback'
import { MeetingStatus, meetingPhase } from '#domain/meetings/statuses'
import { innerText } from '#domain/rich-text'
import { onboarding } from '#messages/onboarding'
import { units } from '#messages/units'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useFormat } from '../../platform/format.ts'
import type { Meeting } from '../../shared/meetings/meeting.ts'
import { Banner } from '../../ui/banner.tsx'
import { FeedbackForm } from './feedback-form.tsx'

type MeetingResultProps = { meeting: Meeting; retryAt: Instant | null; now: Instant }

/** The verdict with the manager's words and level, when another may be booked, and the tutor's own feedback. */
export function MeetingResult({ meeting, retryAt, now }: MeetingResultProps) {
  if (meetingPhase(meeting.status) !== 'judged') return <Cancelled meeting={meeting} now={now} />
  return (
    <div className="flex flex-col gap-4">
      <Verdict meeting={meeting} retryAt={retryAt} now={now} />
      <FeedbackForm key={meeting.id} meeting={meeting} />
    </div>
  )
}

function Verdict({ meeting, retryAt, now }: MeetingResultProps) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const { kind, status, manager, managerFeedback, level } = meeting
  const hasPassed = status === MeetingStatus.Passed
  const name = shownName(manager) ?? t('meeting.nameless')
  return (
    <Banner
      tone={hasPassed ? 'success' : 'warning'}
      icon={hasPassed ? CircleCheckBig : CircleX}
      title={t(`meeting.${kind}.${hasPassed ? 'passed' : 'rejected'}`)}
    >
      <div className="flex flex-col gap-2">
        <p>{format.fullDay(meeting.start)}</p>
        {managerFeedback && (
          <figure>
            <figcaption className="flex items-center gap-2 font-semibold">
              <Quote aria-hidden className="size-4" />
              {t('result.words', { name })}
            </figcaption>
            <blockquote className="whitespace-pre-line break-words">{innerText(managerFeedback)}</blockquote>
          </figure>
        )}
        {level !== null && <p>{t('result.level', { level: format.number(level), max: format.number(MAX_LEVEL) })}</p>}
        {!hasPassed && <Retry retryAt={retryAt} now={now} />}
      </div>
    </Banner>
  )
}

/** When a rejected tutor may try again, as a date and as a number of days. */
export function Retry({ retryAt, now }: { retryAt: Instant | null; now: Instant }) {
  const t = useMessages(onboarding)
  const unit = useMessages(units)
  const format = useFormat()
  if (retryAt === null || retryAt <= now) return <p className="font-semibold">{t('meeting.again')}</p>
  const days = unit('days', { count: Math.max(1, daysBetween(localDay(now), localDay(retryAt))) })
  return <p className="font-semibold">{t('meeting.retryAt', { day: format.fullDay(retryAt), days })}</p>
}

function Cancelled({ meeting, now }: { meeting: Meeting; now: Instant }) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const { status } = meeting
  const when = format.nearMoment(meeting.start, now)
  if (status === MeetingStatus.CanceledByTutor) return <Banner>{t('meeting.cancelledByTutor', { when })}</Banner>
  const byWhom = status === MeetingStatus.CanceledByAdmin ? 'cancelledByStaff' : 'cancelledByManager'
  return <Banner tone="warning">{t(`meeting.${byWhom}`, { when })}</Banner>
}
