import { LogOut } from 'lucide-react'
import { shell } from '../../../i18n/ar/shell.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { signOut } from '../../../platform/sign-out.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(shell)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      tone="danger"
      icon={LogOut}
      title={t('logout.title')}
      description={t('logout.text')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('logout.keep')}
      onConfirm={signOut}
    />
  )
}
