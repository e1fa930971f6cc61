import { useBlocker } from '@tanstack/react-router'
import { profile } from '../../i18n/ar/profile.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const tabOf = (search: unknown) => (search as { tab?: unknown }).tab

/** Asks before edits that are not saved are left behind, for another screen or another tab of the same. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(profile)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasChanges && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: () => hasChanges,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      tone="danger"
      title={t('leave.title')}
      description={t('leave.text')}
      confirmLabel={t('leave.leave')}
      cancelLabel={t('leave.stay')}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
