import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { countTo } from '../../lib/count-to.ts'
import type { Icon } from '../../ui/icon.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatCard } from '../../ui/stat-card.tsx'

export type Figure = { label: string; value: string; icon: Icon }

const tones = ['brand', 'success', 'accent', 'info'] as const

/** Four figures; null while they are on their way. */
export function Overview({ figures }: { figures: readonly Figure[] | null }) {
  const t = useMessages(dashboards)
  const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4'
  if (!figures) {
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
      {figures.map(({ label, value, icon }, index) => (
        <li key={label}>
          <StatCard label={label} value={value} icon={icon} tone={tones[index] ?? 'brand'} />
        </li>
      ))}
    </ul>
  )
}
