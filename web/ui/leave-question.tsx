import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Place = { pathname: string; search: unknown }

export type LeaveQuestionProps = {
  hasChanges: boolean
  /** Whether going from one address to the other leaves the changes behind. */
  isLeaving: (current: Place, next: Place) => boolean
  words: { title: string; text: string; leave: string; stay: string }
}

/** Asks before changes that are not saved are left behind. */
export function LeaveQuestion({ hasChanges, isLeaving, words }: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && isLeaving(current, next),
    enableBeforeUnload: () => hasChanges,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      tone="danger"
      title={words.title}
      description={words.text}
      confirmLabel={words.leave}
      cancelLabel={words.stay}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
