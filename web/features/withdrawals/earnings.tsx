import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import type { LessonWithMembers } from '#contract/lessons'
import type { Instant } from '#domain/cairo'
import { toIso } from '#domain/cairo'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
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
  const empty = (
    <EmptyState
      icon={GraduationCap}
      title={t('lessons.empty')}
      text={t('lessons.emptyText')}
      action={<LinkButton to="/schedule-management">{t('lessons.emptyAction')}</LinkButton>}
    />
  )
  return (
    <Paged result={result} page={page} onPage={setPage} empty={empty}>
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

type EarningProps = { one: LessonWithMembers; tutorId: number; now: Instant }

function Earning({ one, tutorId, now }: EarningProps) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const lesson = lessonView(one, tutorId)
  if (!lesson) return null
  const name = lesson.other.name ?? t('lessons.someone')
  const isCounted = lesson.end < now
  return (
    <li className="flex items-center gap-3 p-4 sm:px-5">
      <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="sm" />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-muted text-sm">
          <time dateTime={toIso(lesson.start)} className="max-sm:block">
            {format.moment(lesson.start)}
          </time>
          <span className="max-sm:hidden">، </span>
          {format.duration(lesson.duration)}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row-reverse sm:items-center sm:gap-4">
        <strong className="figures">{format.money(one.lesson.price)}</strong>
        <Badge tone={isCounted ? 'success' : 'info'}>{t(isCounted ? 'lessons.counted' : 'lessons.coming')}</Badge>
      </div>
    </li>
  )
}
