import { KeyRound } from 'lucide-react'
import { sendUserReset } from '#contract/calls/users'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { announce } from '../../ui/announce.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function SendResetDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const send = () =>
    announce(request(sendUserReset, { params: { id: person.id } }), {
      id: 'person',
      done: t('reset.done'),
      failed: t('reset.failed'),
    })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      icon={KeyRound}
      title={t('reset.title')}
      description={t('reset.text')}
      confirmLabel={t('reset.confirm')}
      cancelLabel={t('reset.keep')}
      onConfirm={send}
    >
      <p>
        <bdi translate="no" className="break-all font-semibold">
          {person.email}
        </bdi>
      </p>
    </ConfirmDialog>
  )
}
