import { ShieldCheck } from 'lucide-react'
import { guardian } from '#messages/guardian'
import { useMessages } from '../../../messages/messages.ts'
import { useDialog } from '../../../platform/dialogs.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Leads to giving a guardian. */
export function AddGuardian() {
  const t = useMessages(guardian)
  const openGuardian = useDialog('guardian')
  return (
    <Button icon={ShieldCheck} onClick={() => openGuardian({})}>
      {t('needed.action')}
    </Button>
  )
}

/** In place of what a minor without a guardian cannot do yet (docs/rules/privacy.md 6.2). */
export function GuardianNeed() {
  const t = useMessages(guardian)
  return (
    <EmptyState
      icon={ShieldCheck}
      title={t('needed.title')}
      text={t('needed.text')}
      action={<AddGuardian />}
      headingLevel={3}
    />
  )
}
