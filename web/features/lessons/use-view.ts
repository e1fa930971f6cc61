import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LocalDay } from '#domain/cairo'
import { useIsWide } from '../../ui/use-is-wide.ts'

export const SCHEDULE_VIEWS = ['week', 'list', 'month'] as const
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number]

/** How the schedule is looked at, kept in the address. There is no room for a week side by side on a phone. */
export function useView() {
  const { view } = useSearch({ strict: false }) as { view?: unknown }
  const navigate = useNavigate()
  const isWide = useIsWide()
  const usual: ScheduleView = isWide ? 'week' : 'list'
  const asked = SCHEDULE_VIEWS.find((one) => one === view) ?? usual
  const show = (next: ScheduleView, week?: LocalDay) =>
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, view: next === usual ? undefined : next, ...(week ? { week } : {}) }),
      replace: true,
      resetScroll: false,
    })
  return {
    view: asked === 'week' && !isWide ? usual : asked,
    views: SCHEDULE_VIEWS.filter((one) => one !== 'week' || isWide),
    show,
  }
}
