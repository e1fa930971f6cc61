import { getRouteApi } from '@tanstack/react-router'
import { localDay } from '#domain/cairo'
import { staffFigures } from '#messages/staff-figures'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { CohortsTable } from './cohorts-table.tsx'
import { rangeOf } from './figure-range.ts'
import { PlanFiguresTable } from './plan-figures-table.tsx'
import { PlanLifeSection } from './plan-life.tsx'
import { RangeChoice } from './range-choice.tsx'

const route = getRouteApi('/shell/figures')
const MINUTE = 60_000

/** /figures: how each plan does over a range of days. */
export function FiguresScreen() {
  const t = useMessages(staffFigures)
  const format = useFormat()
  const search = route.useSearch()
  const today = localDay(useNow(MINUTE))
  const range = rangeOf(search, today)
  return (
    <Page>
      <PageHeader
        title={t('title')}
        text={t('text', { from: format.shortDate(range.from), to: format.shortDate(range.to) })}
        actions={<RangeChoice to="/figures" name={search.range ?? 'days30'} range={range} today={today} />}
      />
      <PlanFiguresTable range={range} />
      <PlanLifeSection range={range} />
      <CohortsTable />
    </Page>
  )
}
