import { lazy, Suspense } from 'react'
import { errorText } from '../../platform/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SidePanel } from './side-panel.tsx'
import type { useSideChat } from './use-side-chat.ts'

const ChatPanel = lazy(async () => ({ default: (await import('../../shared/chat/chat-panel.tsx')).ChatPanel }))

type SideChatProps = { chat: ReturnType<typeof useSideChat>; onClose: () => void }

/** The members' conversation. */
export function SideChat({ chat: { roomId, error, retry }, onClose }: SideChatProps) {
  return (
    <SidePanel onClose={onClose}>
      <Suspense fallback={<Spinner />}>
        {roomId !== null ? (
          <ChatPanel roomId={roomId} onClose={onClose} />
        ) : error ? (
          <ErrorState text={errorText(error)} onRetry={retry} />
        ) : (
          <Spinner />
        )}
      </Suspense>
    </SidePanel>
  )
}
