import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LessonWithMembers } from '#contract/lessons'
import type { Instant } from '#domain/cairo'
import { fromIso, toIso } from '#domain/cairo'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { TRIALS_PAID_A_WEEK } from '#domain/lessons/pay'
import { lessonPrice } from '#domain/lessons/price'
import { isTutorManager } from '#domain/roles'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { lessonView } from '../lessons/shared/lesson-view.ts'
import { Paged } from './paged.tsx'
import { earningsQuery } from './queries.ts'

const TICK_MS = 60_000

/** What each lesson earns, and whether it is in the balance yet. */
export function Earnings({ tutorId }: { tutorId: number }) {
  const t = useMessages(withdrawals)
  const now = useNow(TICK_MS)
  const [page, setPage] = useState(1)
  const result = useQuery(earningsQuery(tutorId, page))
  return (
    <Paged result={result} page={page} onPage={setPage} empty={<FirstEarning />}>
      {(lessons) => (
        <Card padding="none">
          <ul aria-label={t('tabs.lessons')} className="divide-y divide-line">
            {lessons.map((one) => (
              <Earning key={one.lesson.id} one={one} tutorId={tutorId} now={now} />
            ))}
          </ul>
        </Card>
      )}
    </Paged>
  )
}

/** Before the first lesson: what each length of a lesson will earn. */
function FirstEarning() {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const { role } = useMe()
  return (
    <>
      <SectionHeading
        title={t('lessons.empty')}
        text={t('lessons.emptyText')}
        action={<LinkButton to="/schedule-management">{t('lessons.emptyAction')}</LinkButton>}
      />
      {!isTutorManager(role) && (
        <dl className="grid gap-3 sm:grid-cols-2">
          {LESSON_DURATIONS.map((duration) => (
            <div
              key={duration}
              className="flex items-baseline justify-between gap-3 rounded-control bg-sunken px-4 py-3"
            >
              <dt>{t('lessons.lessonOf', { duration: format.duration(duration) })}</dt>
              <dd translate="no" className="figures font-bold text-lg">
                {format.money(lessonPrice(duration, role))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Whether the pay of a lesson counts, as a word and its colour. */
function payStatusOf({ outcome }: LessonWithMembers, isOver: boolean) {
  if (!isOver) return { tone: 'info', word: 'coming' } as const
  if (outcome?.waits) return { tone: 'warning', word: 'waiting' } as const
  return outcome && !outcome.isPaid
    ? ({ tone: 'neutral', word: 'unpaid' } as const)
    : ({ tone: 'success', word: 'counted' } as const)
}

type EarningProps = { one: LessonWithMembers; tutorId: number; now: Instant }

function Earning({ one, tutorId, now }: EarningProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const lesson = lessonView(one, tutorId)
  if (!lesson) return null
  const name = lesson.other.name ?? t('lessons.someone')
  const waits = one.outcome?.waits ?? null
  const { tone, word } = payStatusOf(one, lesson.end < now)
  const reasonOf = ({ reason, until }: NonNullable<typeof waits>) =>
    until !== null && (reason === 'record' || reason === 'nobody-attended')
      ? t(`lessons.waits.${reason}`, { moment: format.moment(fromIso(until)) })
      : t(`lessons.waits.decision.${reason}`, { count: TRIALS_PAID_A_WEEK })
  return (
    <li className="flex items-center gap-3 p-4 sm:px-5">
      <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="sm" />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">
          <PersonName>{name}</PersonName>
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <time dateTime={toIso(lesson.start)}>{format.moment(lesson.start)}</time>
          <span>{format.duration(lesson.duration)}</span>
        </p>
        {waits && <p className="text-sm text-warning-ink">{reasonOf(waits)}</p>}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
        <strong translate="no" className="figures">
          {format.money(one.lesson.price ?? 0)}
        </strong>
        <Badge tone={tone}>{t(`lessons.${word}`)}</Badge>
      </div>
    </li>
  )
}
