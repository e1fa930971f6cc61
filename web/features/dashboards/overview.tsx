import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { countTo } from '../../lib/count-to.ts'
import type { Icon } from '../../ui/icon.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export type Figure = { label: string; value: string; icon: Icon }

const tints = [
  'bg-brand-soft text-brand-ink',
  'bg-success-soft text-success-ink',
  'bg-accent-soft text-accent-ink',
  'bg-info-soft text-info-ink',
]

/** Four figures; null while they are on their way. */
export function Overview({ figures }: { figures: readonly Figure[] | null }) {
  const t = useMessages(dashboards)
  const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4'
  if (!figures) {
    return (
      <div className={grid}>
        {countTo(tints.length).map((place) => (
          <Skeleton key={place} className="h-24 rounded-card" />
        ))}
      </div>
    )
  }
  return (
    <ul aria-label={t('overview.label')} className={grid}>
      {figures.map(({ label, value, icon: Glyph }, index) => (
        <li
          key={label}
          className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:items-center sm:gap-4"
        >
          <span className={`grid size-11 shrink-0 place-items-center rounded-control ${tints[index]}`}>
            <Glyph aria-hidden className="size-5.5" />
          </span>
          <div className="flex min-w-0 flex-col-reverse">
            <span className="text-muted text-sm">{label}</span>
            <strong className="text-lg leading-tight">{value}</strong>
          </div>
        </li>
      ))}
    </ul>
  )
}
