import { type KeyboardEvent, lazy, Suspense } from 'react'
import { errorText } from '../../platform/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useFocusInside } from '../../ui/focus-hooks.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { useSideChat } from './use-side-chat.ts'

const ChatPanel = lazy(async () => ({ default: (await import('../chat/shared/chat-panel.tsx')).ChatPanel }))

type SideChatProps = { chat: ReturnType<typeof useSideChat>; onClose: () => void }

/** The members' conversation: beside the video on a wide screen, over its lower part on a phone. */
export function SideChat({ chat: { roomId, error, retry }, onClose }: SideChatProps) {
  // It covers the controls on a phone.
  const place = useFocusInside<HTMLElement>()
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <aside
      ref={place}
      tabIndex={-1}
      onKeyDown={closeByEscape}
      className="z-20 animate-sheet overflow-hidden bg-surface text-ink shadow-sheet max-lg:fixed max-lg:inset-x-0 max-lg:top-[22dvh] max-lg:bottom-0 max-lg:rounded-t-sheet lg:w-96 lg:shrink-0 lg:animate-none max-lg:short:top-0"
    >
      <Suspense fallback={<Spinner />}>
        {roomId !== null ? (
          <ChatPanel roomId={roomId} onClose={onClose} />
        ) : error ? (
          <ErrorState text={errorText(error)} onRetry={retry} />
        ) : (
          <Spinner />
        )}
      </Suspense>
    </aside>
  )
}
