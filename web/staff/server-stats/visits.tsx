import { Gauge } from 'lucide-react'
import type { readServerStats } from '#contract/calls/server-stats'
import type { Answer } from '#contract/client'
import { rateVisits } from '#domain/staff/visits'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { DataCards } from '../../ui/data-table/data-cards.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useFitsTable } from '../../ui/data-table/use-fits-table.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

type Figures = Answer<typeof readServerStats>['visits'][number]
type Rated = 'lcp' | 'inp' | 'cls'

const TONES = { good: 'success', fair: 'warning', poor: 'danger' } as const

function useColumns(): DataColumn<Figures>[] {
  const t = useMessages(serverStats)
  const format = useFormat()
  const shown: Record<Rated, (value: number) => string> = {
    lcp: (ms) => t('visits.seconds', { value: format.number(ms / 1000, { maximumFractionDigits: 1 }) }),
    inp: (ms) => t('charts.ms', { value: format.number(ms, { maximumFractionDigits: 0 }) }),
    cls: (shift) => format.number(shift, { maximumFractionDigits: 2 }),
  }
  /** A figure with what it is worth, in words too; empty where it was never measured. */
  const rated = (name: Rated): DataColumn<Figures> => ({
    id: name,
    header: t(`visits.${name}`),
    priority: 2,
    cell: ({ [name]: value }) => value !== null && <RatedFigure name={name} value={value} text={shown[name](value)} />,
  })
  return [
    {
      id: 'page',
      header: t('visits.page'),
      cell: ({ page }) =>
        page === 'other' ? (
          t('visits.other')
        ) : (
          <bdi translate="no" dir="ltr" className="break-words font-mono text-sm">
            {page}
          </bdi>
        ),
    },
    { id: 'app', header: t('visits.app'), cell: ({ app }) => t(`visits.apps.${app}`), priority: 1 },
    { id: 'visits', header: t('visits.visits'), cell: ({ visits }) => format.number(visits), align: 'end' },
    rated('lcp'),
    rated('inp'),
    rated('cls'),
  ]
}

function RatedFigure({ name, value, text }: { name: Rated; value: number; text: string }) {
  const t = useMessages(serverStats)
  const rating = rateVisits(name, value)
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className="figures">{text}</span>
      <Badge tone={TONES[rating]}>{t(`visits.ratings.${rating}`)}</Badge>
    </span>
  )
}

/** How fast each page was for the people who visited it (docs/rules/staff.md 7.8). */
export function Visits({ visits }: { visits: readonly Figures[] }) {
  const t = useMessages(serverStats)
  const columns = useColumns()
  const Table = useFitsTable() ? DataTable : DataCards
  return (
    <section>
      <SectionHeading title={t('visits.title')} text={t('visits.text')} />
      {visits.length === 0 ? (
        <Card>
          <EmptyState icon={Gauge} title={t('visits.empty')} text={t('visits.emptyText')} headingLevel={3} />
        </Card>
      ) : (
        <Table<Figures>
          label={t('visits.title')}
          columns={columns}
          visibility={{}}
          order={columns.map(({ id }) => id)}
          rows={visits}
          rowId={({ app, page }) => `${app} ${page}`}
          rowName={({ app, page }) => `${t(`visits.apps.${app}`)} ${page}`}
          sorted={null}
          onSort={() => undefined}
          primary={(_, content) => content}
          density="compact"
          offset={0}
          total={visits.length}
          isStale={false}
        />
      )}
    </section>
  )
}
