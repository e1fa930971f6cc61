import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatCard } from '../../ui/stat-card.tsx'

export type Figure = { label: string; value: string; icon: Icon }

const tones = ['brand', 'success', 'accent', 'info'] as const

export type Figures = {
  /** Null while loading. */
  list: readonly Figure[] | null
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Four figures, or the error with a retry. */
export function Overview({ figures: { list, isError, isFetching, refetch } }: { figures: Figures }) {
  const t = useMessages(dashboards)
  const grid = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4'
  if (!list && isError)
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!list) {
    return (
      <div className={grid}>
        {countTo(tones.length).map((place) => (
          <Skeleton key={place} className="h-24 rounded-card" />
        ))}
      </div>
    )
  }
  return (
    <ul aria-label={t('overview.label')} className={grid}>
      {list.map(({ label, value, icon }, index) => (
        <li key={label}>
          <StatCard label={label} value={value} icon={icon} tone={tones[index] ?? 'brand'} />
        </li>
      ))}
    </ul>
  )
}
