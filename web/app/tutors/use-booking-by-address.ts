import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useDialog } from '../../platform/dialogs.tsx'

/** `?book=true` opens the booking once, with the time of `at` chosen, and is then removed, so that going back does not open it again. */
export function useBookingByAddress(tutorId: number): void {
  const { book: isRequested = false, tab, at } = useSearch({ from: '/shell/t/$id' })
  const navigate = useNavigate()
  const openBooking = useDialog('booking')
  const open = useEffectEvent(() => {
    const search = { tab }
    void navigate({ to: '/t/$id', params: { id: String(tutorId) }, search, replace: true, resetScroll: false })
    openBooking(at === undefined ? { tutorId } : { tutorId, start: at })
  })
  useEffect(() => {
    if (isRequested) open()
  }, [isRequested])
}
