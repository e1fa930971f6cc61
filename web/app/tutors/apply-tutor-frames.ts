import type { QueryClient } from '@tanstack/react-query'
import { readFromServer, type ServerFrame } from '#contract/live/broadcast'
import { keys } from '../../platform/query-keys.ts'
import { openSocket } from '../../platform/socket.ts'
import { patchTutor } from './shared/tutor-cache.ts'

/** A booking notifies everybody at once: refetches are spread over time, and a burst causes one refetch. */
const LONGEST_WAIT_MS = 3000

/** As long for who looks at one tutor's times: few do at once, and they may be about to choose one. */
const LONGEST_WAIT_FOR_TIMES_MS = 500

/** Applies the frames of the tutors' broadcast to the cache. */
function applier(queryClient: QueryClient) {
  let pending: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    pending = undefined
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
    void queryClient.invalidateQueries({ queryKey: keys.slots })
  }
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
  const refetchTimes = (tutor: number) => {
    waiting.delete(tutor)
    void queryClient.invalidateQueries({ queryKey: [...keys.slots, 'of-tutor', tutor] })
    void queryClient.invalidateQueries({ queryKey: [...keys.tutors, 'times', tutor] })
  }
  const apply = (frame: ServerFrame) => {
    if (frame.event === 'TutorTimesChanged') {
      const { tutor } = frame.payload
      if (!waiting.has(tutor))
        waiting.set(
          tutor,
          setTimeout(() => refetchTimes(tutor), Math.random() * LONGEST_WAIT_FOR_TIMES_MS),
        )
    } else if (frame.event === 'TutorUpdated') patchTutor(queryClient, frame.payload)
    else pending ??= setTimeout(refetch, Math.random() * LONGEST_WAIT_MS)
  }
  const stop = () => {
    clearTimeout(pending)
    for (const timer of waiting.values()) clearTimeout(timer)
  }
  return { apply, refetch, stop }
}

/** Follows the tutors' broadcast until the returned function is called. */
export function watchTutors(queryClient: QueryClient): () => void {
  const { apply, refetch, stop } = applier(queryClient)
  const socket = openSocket('broadcast/TutorsCache', readFromServer, {
    onState: () => {},
    onEvent: apply,
    onOpen: (afterGap) => afterGap && refetch(),
  })
  return () => {
    stop()
    socket.close()
  }
}
