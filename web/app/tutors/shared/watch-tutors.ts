import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccountId } from '../../../platform/auth-token.ts'

/** Keeps tutors, their order and free times current while a screen shows them; guests get no live updates. */
export function useTutorsWatch(): void {
  const queryClient = useQueryClient()
  const accountId = useAccountId()
  useEffect(() => {
    if (accountId === null) return
    let stop = () => {}
    let hasLeft = false
    // Guests have no live connection, so that they do not download its code.
    void import('../apply-tutor-frames.ts').then(({ watchTutors }) => {
      if (!hasLeft) stop = watchTutors(queryClient)
    })
    return () => {
      hasLeft = true
      stop()
    }
  }, [queryClient, accountId])
}
