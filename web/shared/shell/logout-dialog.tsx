import { LogOut } from 'lucide-react'
import { logout } from '#messages/logout'
import { useMessages } from '../../messages/messages.ts'
import { signOut } from '../../platform/sign-out.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(logout)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      icon={LogOut}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('keep')}
      onConfirm={signOut}
    />
  )
}
