import { useState } from 'react'
import { removeTotp, renewRecoveryCodes } from '#contract/calls/second-factor'
import { secondFactors } from '#messages/second-factors'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { ProofForm } from './proof-form.tsx'
import { type SecondFactors, useRefetchFactors } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

type FactorDialogProps = { factors: SecondFactors; onClose: () => void }

export function RemoveAppDialog({ factors, onClose }: FactorDialogProps) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  return (
    <Dialog open onClose={onClose} size="sm" title={t('app.remove')} description={t('app.removeText')}>
      <ProofForm
        factors={factors}
        label={t('app.remove')}
        tone="danger"
        send={async (body) => {
          await request(removeTotp, { body })
          toast.success(t('app.removed'), { id: 'second-factor' })
          void refetch()
          onClose()
        }}
      />
    </Dialog>
  )
}

export function RenewCodesDialog({ factors, onClose }: FactorDialogProps) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <RecoveryCodesDialog
      codes={codes}
      onClose={onClose}
      title={t('recovery.renew')}
      description={t('recovery.renewText')}
    >
      <ProofForm
        factors={factors}
        label={t('recovery.renew')}
        send={async (body) => {
          const { recoveryCodes } = await request(renewRecoveryCodes, { body })
          void refetch()
          setCodes(recoveryCodes)
        }}
      />
    </RecoveryCodesDialog>
  )
}
