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
    import('../apply-tutor-frames.ts').then(
      ({ watchTutors }) => {
        if (!hasLeft) stop = watchTutors(queryClient)
      },
      // Without a network there are no live updates either; the next screen tries again.
      () => undefined,
    )
    return () => {
      hasLeft = true
      stop()
    }
  }, [queryClient, accountId])
}
