import type { ProofMethod } from '#contract/proof'
import { proof as words } from '#messages/proof'
import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'

type ProofDialogProps = {
  methods: readonly ProofMethod[]
  send: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Asks the owner for a proof before a change of how the account is entered. */
export function ProofDialog({ methods, send, onClose }: ProofDialogProps) {
  const t = useMessages(words)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('title')}
      {...(methods.length > 0 ? { description: t('text') } : {})}
    >
      <ProofForm methods={methods} label={t('confirm')} send={send} />
    </Dialog>
  )
}
