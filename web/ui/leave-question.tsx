import { useBlocker } from '@tanstack/react-router'
import { useBusy } from '../platform/busy.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Address = { pathname: string; search: unknown }

export type LeaveQuestionProps = {
  hasChanges: boolean
  /** Whether navigating from one address to the other loses the changes. */
  isLeaving: (current: Address, next: Address) => boolean
  words: { title: string; text: string; leave: string; stay: string }
}

/** Asks before a navigation loses unsaved changes. */
export function LeaveQuestion({ hasChanges, isLeaving, words }: LeaveQuestionProps) {
  useBusy(hasChanges)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && isLeaving(current, next),
    enableBeforeUnload: () => hasChanges,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      tone="danger"
      title={words.title}
      description={words.text}
      confirmLabel={words.leave}
      cancelLabel={words.stay}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
