import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LocalDay } from '#domain/cairo'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { SCHEDULE_VIEWS, type ScheduleView } from './address.ts'

/** The view of the schedule, kept in the address. A phone has no room for seven columns. */
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
