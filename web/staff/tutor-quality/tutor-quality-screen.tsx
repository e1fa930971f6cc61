import { Link, type LinkProps } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { listTutorQualities } from '#contract/calls/tutor-quality'
import type { TutorQuality } from '#contract/tutor-quality'
import { fromIso, localDay } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { isPoor, type QualityFigure, qualityFigures } from '#domain/tutors/quality'
import { staffTutorQuality } from '#messages/staff-tutor-quality'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { rangeText } from '../table/shared/range-text.ts'

/** How tutors have taught in the last twelve weeks; every count opens what it counts (docs/rules/staff.md 15.3). */
export function TutorQualityScreen() {
  const t = useMessages(staffTutorQuality)
  return (
    <Page>
      <DataList
        id="tutor-quality"
        title={t('title')}
        call={listTutorQualities}
        queryKey={keys.tutorQuality}
        columns={useColumns()}
        filters={{
          poor: {
            label: t('filters.poor'),
            kind: 'one',
            options: qualityFigures.map((value) => ({ value, label: t(`poor.${value}`) })),
          },
          lessons: { label: t('filters.lessons'), kind: 'numbers' },
        }}
        rowId={({ tutor }) => String(tutor.id)}
        rowName={({ tutor }) => tutor.name ?? t('someone', { id: String(tutor.id) })}
        link={({ tutor }) => ({ to: '/tutor/$id', params: { id: String(tutor.id) } })}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Gauge }}
      />
    </Page>
  )
}

type Counted = { count: number; link: Pick<LinkProps, 'to' | 'params' | 'search'> }

/** How many things a figure counts, and where they are listed. */
function countedOf(figure: QualityFigure, quality: TutorQuality): Counted {
  const { tutor, since } = quality
  if (figure === 'rating') {
    const link = { to: '/tutor/$id', params: { id: String(tutor.id) }, search: { tab: 'ratings' } } as const
    return { count: quality.ratings, link }
  }
  const [count, filter] = {
    fulfilled: [quality.lessons - quality.fulfilledLessons, { unfulfilled: true }],
    punctual: [quality.late, { late: true }],
    disputed: [quality.disputedLessons, { disputed: true, status: 'fulfilled' }],
    cutShort: [quality.cutShortLessons, { cutShort: true, outcome: LessonOutcome.Held }],
    poorCall: [quality.poorCallLessons, { poorCall: true, outcome: LessonOutcome.Held }],
  }[figure] as [number, object]
  const search = { users: tutor.id, start: rangeText(localDay(fromIso(since)), ''), ...filter }
  return { count, link: { to: '/lessons', search } }
}

function useColumns(): ListColumn<typeof listTutorQualities>[] {
  const t = useMessages(staffTutorQuality)
  return [
    column.person('tutor', t('columns.tutor'), ({ tutor }) => tutor),
    column.number('lessons', t('columns.lessons'), ({ lessons }) => lessons, { sort: 'lessons', priority: 1 }),
    ...qualityFigures.map(
      (figure): ListColumn<typeof listTutorQualities> => ({
        id: figure,
        header: t(`columns.${figure}`),
        sort: figure,
        priority: 2 + qualityFigures.indexOf(figure),
        csv: (quality) => {
          const value = quality[figure]
          return value === null ? null : value / 100
        },
        cell: (quality) => <FigureCell figure={figure} quality={quality} />,
      }),
    ),
    column.moment('computedAt', t('columns.computedAt'), ({ computedAt }) => computedAt, { hidden: true }),
  ]
}

/** The value, marked where it is poor, above what it counts. */
function FigureCell({ figure, quality }: { figure: QualityFigure; quality: TutorQuality }) {
  const t = useMessages(staffTutorQuality)
  const format = useFormat()
  const value = quality[figure]
  if (value === null) return <span className="text-muted">{t('unknown')}</span>
  // A tenth of a star, a whole percent: finer ones say nothing of some tens of lessons.
  const words =
    figure === 'rating' ? format.number(Math.round(value / 10) / 10) : format.percent(Math.round(value / 100) * 100)
  const { count, link } = countedOf(figure, quality)
  return (
    <span className="flex flex-col items-start gap-0.5">
      {isPoor(figure, value) ? <Badge tone="danger">{words}</Badge> : words}
      {count > 0 && (
        <Link {...(link as LinkProps)} className="text-brand-ink text-sm underline">
          {figure === 'poorCall'
            ? t('counted.poorCall', { count, measured: format.number(quality.measured) })
            : t(`counted.${figure}`, { count })}
        </Link>
      )}
    </span>
  )
}
