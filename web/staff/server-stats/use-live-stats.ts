import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#contract/client'
import type { ServerStats } from '#contract/live/server-stats'
import type { readServerStats } from '#contract/server-stats'
import { useBroadcast } from '../../platform/broadcast.ts'
import { statsQuery } from './queries.ts'

export type Stats = Answer<typeof readServerStats>

/** What is shown while the updates are paused. */
type Frozen = { stats: Stats; sample: ServerStats }

/** The statistics as the server emits them, until they are paused: then what was shown stays. */
export function useLiveStats() {
  const query = useQuery(statsQuery)
  const [emitted, setEmitted] = useState<ServerStats | null>(null)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const connection = useBroadcast(
    'ServerStats',
    (frame) => {
      if (frame.event === 'ServerStats') setEmitted(frame.payload)
    },
    () => void query.refetch(),
  )
  const current = query.data && { stats: query.data, sample: latestOf(emitted, query.data.now) }
  const togglePause = () => setFrozen(frozen ? null : (current ?? null))
  return { query, shown: frozen ?? current, isPaused: frozen !== null, togglePause, isConnected: connection === 'open' }
}

const latestOf = (emitted: ServerStats | null, fetched: ServerStats): ServerStats =>
  emitted && emitted.timestamp > fetched.timestamp ? emitted : fetched
