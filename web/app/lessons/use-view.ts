import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LocalDay } from '#domain/cairo'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { useViewChoice } from '../week/shared/view-choice.ts'
import { SCHEDULE_VIEWS, type ScheduleView } from './address.ts'

/** The view of the schedule, kept in the address and on the device. A phone has no room for seven columns. */
export function useView() {
  const { view: asked } = useSearch({ from: '/shell/lessons-schedule' })
  const navigate = useNavigate()
  const isWide = useIsWide()
  const views = SCHEDULE_VIEWS.filter((one) => one !== 'week' || isWide)
  const { view, remember } = useViewChoice('lessons', { asked, views, usual: isWide ? 'week' : 'list' })
  const show = (next: ScheduleView, week?: LocalDay) =>
    void navigate({
      to: '.',
      search: (kept) => ({ ...kept, view: next, ...(week ? { week } : {}) }),
      replace: true,
      resetScroll: false,
    })
  const choose = (next: ScheduleView) => {
    remember(next)
    show(next)
  }
  return { view, views, show, choose }
}
