import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { useViewChoice } from '../week/shared/view-choice.ts'
import { SLOT_VIEWS, type SlotView } from './address.ts'

/** The view of the hours, kept in the address and on the device. A phone has no room for seven columns. */
export function useSlotView() {
  const { view: asked } = useSearch({ from: '/shell/schedule-management' })
  const navigate = useNavigate()
  const isWide = useIsWide()
  const views = SLOT_VIEWS.filter((one) => one !== 'week' || isWide)
  const { view, remember } = useViewChoice('hours', { asked, views, usual: isWide ? 'week' : 'list' })
  const choose = (next: SlotView) => {
    remember(next)
    void navigate({ to: '.', search: (kept) => ({ ...kept, view: next }), replace: true, resetScroll: false })
  }
  return { view, views, choose }
}
