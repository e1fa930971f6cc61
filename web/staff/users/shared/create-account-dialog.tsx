import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../../messages/messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CreateAccountForm } from '../create-account-form.tsx'

/** Opens an account for a tutor. */
export function CreateAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(staffUsers)
  return (
    <Dialog open onClose={onClose} title={t('create.title')} description={t('create.text')}>
      <CreateAccountForm onCreated={onClose} />
    </Dialog>
  )
}
