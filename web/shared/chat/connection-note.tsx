import { WifiOff } from 'lucide-react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useConnectionState, useDelayedFlag, useIsOffline } from '../../platform/connection-state.ts'

/** A shorter interruption is over before the note could be read. */
const SHOW_AFTER_MS = 3000

/** What a lost connection means for the messages that are written meanwhile. */
export function ConnectionNote() {
  const t = useMessages(chat)
  const isOffline = useIsOffline()
  const connection = useConnectionState()
  const isBroken = useDelayedFlag(connection !== 'open', SHOW_AFTER_MS)
  const state = isOffline ? 'offline' : isBroken && connection !== 'open' ? connection : null
  return (
    <div role="status">
      {state && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-center text-sm text-warning-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t(`connection.${state}`)}
        </p>
      )}
    </div>
  )
}
