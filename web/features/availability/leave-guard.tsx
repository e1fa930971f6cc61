import { useBlocker } from '@tanstack/react-router'
import { availability } from '../../i18n/ar/availability.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks before changes that are not saved are left behind; another week of the same screen leaves nothing. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(availability)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && current.pathname !== next.pathname,
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
