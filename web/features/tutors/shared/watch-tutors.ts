import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccountId } from '../../../platform/auth-token.ts'
import type { LiveSocket } from '../../../platform/socket.ts'

/** Keeps tutors, their order and free times current while a screen shows them; guests get no live updates. */
export function useTutorsWatch(): void {
  const queryClient = useQueryClient()
  const accountId = useAccountId()
  useEffect(() => {
    if (accountId === null) return
    let socket: LiveSocket | undefined
    let stop = () => {}
    let hasLeft = false
    // Guests have no live connection, so that they do not download its code.
    void Promise.all([
      import('../../../platform/socket.ts'),
      import('#contract/live/broadcast'),
      import('./apply-tutor-frames.ts'),
    ]).then(([{ openSocket }, { readFromServer }, { applier }]) => {
      if (hasLeft) return
      const { apply, refetch, stop: stopApplying } = applier(queryClient)
      stop = stopApplying
      socket = openSocket('broadcast/TutorsCache', readFromServer, {
        onState: () => {},
        onEvent: apply,
        onOpen: (afterGap) => afterGap && refetch(),
      })
    })
    return () => {
      hasLeft = true
      stop()
      socket?.close()
    }
  }, [queryClient, accountId])
}
