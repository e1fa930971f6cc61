import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ServerFrame } from '#contract/live/broadcast'
import { useAccountId } from '../../../platform/auth-token.ts'
import { keys } from '../../../platform/query-keys.ts'
import type { LiveSocket } from '../../../platform/socket.ts'
import { patchTutor } from './tutor-cache.ts'

/** A booking notifies everybody at once: refetches are spread over time, and a burst causes one refetch. */
const LONGEST_WAIT_MS = 3000

function applier(queryClient: QueryClient) {
  let pending: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    pending = undefined
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
    void queryClient.invalidateQueries({ queryKey: keys.slots })
  }
  const apply = (frame: ServerFrame) => {
    if (frame.event === 'TutorUpdated') patchTutor(queryClient, frame.payload)
    else pending ??= setTimeout(refetch, Math.random() * LONGEST_WAIT_MS)
  }
  return { apply, refetch, stop: () => clearTimeout(pending) }
}

/** Keeps tutors, their order and free times current while a screen shows them; guests get no live updates. */
export function useTutorsWatch(): void {
  const queryClient = useQueryClient()
  const accountId = useAccountId()
  useEffect(() => {
    if (accountId === null) return
    const { apply, refetch, stop } = applier(queryClient)
    let socket: LiveSocket | undefined
    let hasLeft = false
    // Guests have no live connection, so that they do not download its code.
    void Promise.all([import('../../../platform/socket.ts'), import('#contract/live/broadcast')]).then(
      ([{ openSocket }, { readFromServer }]) => {
        if (hasLeft) return
        socket = openSocket('broadcast/TutorsCache', readFromServer, {
          onState: () => {},
          onEvent: apply,
          onOpen: (afterGap) => afterGap && refetch(),
        })
      },
    )
    return () => {
      hasLeft = true
      stop()
      socket?.close()
    }
  }, [queryClient, accountId])
}
