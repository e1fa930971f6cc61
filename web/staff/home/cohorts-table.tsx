import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { cohorts as cohortsCall } from '#contract/calls/dashboard'
import type { Cohort } from '#contract/dashboard'
import { isLocalDay, type LocalDay } from '#domain/cairo'
import { shareOf } from '#domain/staff/dashboard-figures'
import { staffFigures } from '#messages/staff-figures'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const HOUR = 3_600_000

/** By month of first payment, how many people kept a plan at the end of each month since (docs/rules/staff.md 2.6). */
export function CohortsTable() {
  const t = useMessages(staffFigures)
  const found = useQuery({
    queryKey: [...keys.dashboard, 'cohorts'],
    queryFn: ({ signal }) => request(cohortsCall, {}, { signal }),
    staleTime: HOUR,
  })
  return (
    <section>
      <SectionHeading title={t('cohorts.title')} text={t('cohorts.text')} />
      <QueryView query={found} loading={<Skeleton className="h-72 rounded-card" />} failedIn={Card}>
        {({ cohorts }) => {
          const paying = cohorts.filter(({ size }) => size > 0)
          return paying.length === 0 ? (
            <Card>
              <EmptyState icon={ChartNoAxesColumn} title={t('cohorts.empty')} headingLevel={3} />
            </Card>
          ) : (
            <Triangle cohorts={paying} />
          )
        }}
      </QueryView>
    </section>
  )
}

const firstDay = (month: string): LocalDay => {
  const day = `${month}-01`
  if (!isLocalDay(day)) throw new Error(`No month: ${month}`)
  return day
}

const headLook = 'px-3 py-2 text-start font-semibold text-muted'

function Triangle({ cohorts }: { cohorts: readonly Cohort[] }) {
  const t = useMessages(staffFigures)
  const format = useFormat()
  const longest = Math.max(...cohorts.map(({ months }) => months.length))
  return (
    <section
      aria-label={t('cohorts.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface shadow-card"
    >
      <table className="w-full whitespace-nowrap text-sm">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={`sticky start-0 bg-surface ${headLook}`}>
              {t('cohorts.month')}
            </th>
            <th scope="col" className={headLook}>
              {t('cohorts.size')}
            </th>
            {Array.from({ length: longest }, (_, count) => count).map((count) => (
              <th key={count} scope="col" className={headLook}>
                {t('cohorts.after', { count })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, size, months }) => (
            <tr key={month} className="border-line border-b last:border-0">
              <th scope="row" className="sticky start-0 bg-surface px-3 py-2 text-start align-top font-semibold">
                {format.month(firstDay(month))}
              </th>
              <td className="figures px-3 py-2 align-top">
                <PeopleLink
                  search={{ firstPaid: month }}
                  label={t('cohorts.people', { count: format.number(size), month: format.month(firstDay(month)) })}
                >
                  {format.number(size)}
                </PeopleLink>
              </td>
              {months.map(({ month: later, kept }) => {
                const gone = size - kept
                const words = { size: format.number(size), month: format.month(firstDay(later)) }
                return (
                  <td key={later} className="figures px-3 py-2 align-top">
                    {/* Not inline: Arabic digits next to each other would be read as one number. */}
                    <span className="flex gap-2">
                      <PeopleLink
                        search={{ firstPaid: month, stay: `kept-${later}` }}
                        label={t('cohorts.kept', { ...words, kept: format.number(kept) })}
                      >
                        {format.number(kept)}
                      </PeopleLink>
                      <span className="text-muted">
                        {format.percent(Math.round((shareOf(kept, size) ?? 0) / 100) * 100)}
                      </span>
                    </span>
                    {gone > 0 && (
                      <span className="block text-xs">
                        <PeopleLink
                          search={{ firstPaid: month, stay: `gone-${later}` }}
                          label={t('cohorts.goneLabel', { ...words, gone: format.number(gone) })}
                        >
                          {t('cohorts.gone', { gone: format.number(gone) })}
                        </PeopleLink>
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PeopleLinkProps = { search: { firstPaid: string; stay?: string }; label: string; children: string }

/** A number that opens the list of the people whom it counts. */
function PeopleLink({ search, label, children }: PeopleLinkProps) {
  return (
    <Link to="/users" search={search} aria-label={label} className="text-brand-ink hover:underline">
      {children}
    </Link>
  )
}
