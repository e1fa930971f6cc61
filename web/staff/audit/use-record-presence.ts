import { useEffect, useState } from 'react'
import type { RecordViewers } from '#contract/live/broadcast'
import type { RecordKind } from '#domain/staff/records'
import { useAccountId } from '../../platform/auth-token.ts'
import { joinBroadcast } from '../../platform/broadcast.ts'

type Viewer = RecordViewers['viewers'][number]

/** The number of components in this tab that show a record: only the last one to unmount reports it as closed. */
const shown = new Map<string, number>()

/**
 * Reports that this tab has the record open while the component is mounted, and returns which other staff have
 * (docs/rules/staff.md 3.5).
 */
export function useRecordPresence(kind: RecordKind, id: number): readonly Viewer[] {
  const accountId = useAccountId()
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  useEffect(() => {
    if (accountId === null) return
    const record = { kind, id }
    const key = `${kind}/${id}`
    shown.set(key, (shown.get(key) ?? 0) + 1)
    const room = joinBroadcast('Staff', accountId, {
      onState: () => {},
      // Also after every reconnection: the party has forgotten what the lost socket had open.
      onOpen: () => void room.send('RecordOpened', record),
      onEvent: (frame) => {
        if (frame.event !== 'RecordViewers' || frame.payload.kind !== kind || frame.payload.id !== id) return
        setViewers(frame.payload.viewers.filter((viewer) => viewer.id !== accountId))
      },
    })
    void room.send('RecordOpened', record)
    return () => {
      const left = (shown.get(key) ?? 1) - 1
      if (left > 0) shown.set(key, left)
      else {
        shown.delete(key)
        void room.send('RecordClosed', record)
      }
      room.leave()
      setViewers([])
    }
  }, [accountId, kind, id])
  return viewers
}
