import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BackToRooms, headerBar } from './conversation-header.tsx'

/** Shown until the partner is known: on a slow network too, there is a link back. */
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
