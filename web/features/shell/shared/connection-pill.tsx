import { LoaderCircle, WifiOff } from 'lucide-react'
import { shell } from '../../../i18n/ar/shell.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useConnectionState, useDelayedFlag, useIsOffline } from '../../../platform/connection-state.ts'

/** A shorter interruption is over before the note could be read. */
const SHOW_AFTER_MS = 3000

/** Says that what is shown may be out of date: no network, or the socket is reconnecting. */
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
          {t(isOffline ? 'connection.offline' : 'connection.reconnecting')}
        </p>
      )}
    </div>
  )
}
