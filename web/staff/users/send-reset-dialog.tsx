import { KeyRound } from 'lucide-react'
import { sendUserReset } from '#contract/calls/users'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'

export function SendResetDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const send = async () => {
    try {
      await request(sendUserReset, { params: { id: person.id } })
      toast.success(t('reset.done'), { id: 'person' })
    } catch (error) {
      toast.error(t('reset.failed'), { id: 'person', description: errorText(error) })
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      icon={KeyRound}
      title={t('reset.title')}
      description={t('reset.text')}
      confirmLabel={t('reset.confirm')}
      cancelLabel={t('reset.keep')}
      onConfirm={send}
    >
      <p>
        <bdi className="break-all font-semibold">{person.email}</bdi>
      </p>
    </ConfirmDialog>
  )
}
