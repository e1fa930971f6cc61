import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BackToRooms, headerBar } from './conversation-header.tsx'

/** Until it is known with whom one talks: on a slow line too, nobody waits without a way back. */
export function WaitingConversation() {
  return (
    <>
      <header className={headerBar}>
        <BackToRooms />
        <Skeleton round className="size-10" />
        <Skeleton className="h-4 w-32" />
      </header>
      <Spinner className="flex min-h-0 flex-1 items-center justify-center gap-2 text-muted text-sm" />
    </>
  )
}
