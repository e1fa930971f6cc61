import { type Query, useQueryClient } from '@tanstack/react-query'
import { LoaderCircle, WifiOff } from 'lucide-react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useConnectionState, useDelayedFlag, useIsOffline } from '../../platform/connection-state.ts'
import { useFormat } from '../../platform/format.ts'
import { isStoredOffline } from '../../platform/offline-queries.ts'
import { keys } from '../../platform/query-keys.ts'

/** A shorter interruption is over before the note could be read. */
const SHOW_AFTER_MS = 3000

/** Shows that the displayed data may be outdated: no network, or the socket is reconnecting. */
export function ConnectionPill({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useMessages(shell)
  const isOffline = useIsOffline()
  const isReconnecting = useDelayedFlag(useConnectionState() === 'opening' && isSignedIn, SHOW_AFTER_MS)
  const Glyph = isOffline ? WifiOff : LoaderCircle
  return (
    <div
      role="status"
      className="group-has-data-fill/shell:hidden pointer-events-none fixed inset-x-0 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-40 flex justify-center md:bottom-6"
    >
      {(isOffline || isReconnecting) && (
        <p className="flex animate-rise items-center gap-2 rounded-full bg-inverse px-4 py-2 font-semibold text-inverse-ink text-sm shadow-raised">
          <Glyph aria-hidden className={isOffline ? 'size-4' : 'size-4 animate-spin'} />
          {isOffline ? <OfflineText /> : t('connection.reconnecting')}
        </p>
      )}
    </div>
  )
}

/** Whether what a query has read is on the screen and may be out of date; the account is read by every screen. */
const isShown = ({ queryKey, state }: Query): boolean =>
  isStoredOffline(queryKey) && queryKey[0] !== keys.currentUser[0] && state.data !== undefined

/** The age of the oldest data on the screen. */
function OfflineText() {
  const t = useMessages(shell)
  const format = useFormat()
  const shown = useQueryClient().getQueryCache().findAll({ type: 'active', predicate: isShown })
  if (shown.length === 0) return t('connection.offline')
  const oldest = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  return t('connection.asOf', { when: format.nearMoment(oldest, now()) })
}
