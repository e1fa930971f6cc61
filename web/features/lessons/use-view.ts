import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LocalDay } from '#domain/cairo'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { SCHEDULE_VIEWS, type ScheduleView } from './address.ts'

/** How the schedule is looked at, kept in the address. There is no room for a week side by side on a phone. */
export function useView() {
  const { view } = useSearch({ from: '/shell/lessons-schedule' })
  const navigate = useNavigate()
  const isWide = useIsWide()
  const usual: ScheduleView = isWide ? 'week' : 'list'
  const requested = view ?? usual
  const show = (next: ScheduleView, week?: LocalDay) =>
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, view: next === usual ? undefined : next, ...(week ? { week } : {}) }),
      replace: true,
      resetScroll: false,
    })
  return {
    view: requested === 'week' && !isWide ? usual : requested,
    views: SCHEDULE_VIEWS.filter((one) => one !== 'week' || isWide),
    show,
  }
}
