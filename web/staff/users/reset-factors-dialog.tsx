import { useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { resetSecondFactor } from '#contract/calls/second-factor'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { announce } from '../../ui/announce.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { personKey } from './queries.ts'

/** Removes the second factors of a colleague who has lost them (docs/rules/staff.md 4.9). */
export function ResetFactorsDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const reset = async (reason: string) => {
    const resetting = request(resetSecondFactor, { params: { id: person.id } }, { reason })
    await announce(resetting, { id: 'person', done: t('resetFactors.done'), failed: t('resetFactors.failed') }).finally(
      () => queryClient.invalidateQueries({ queryKey: personKey(person.id) }),
    )
  }
  return (
    <ReasonDialog
      icon={ShieldOff}
      title={t('resetFactors.title')}
      description={t('resetFactors.text')}
      confirmLabel={t('resetFactors.confirm')}
      onConfirm={reset}
      onClose={onClose}
    />
  )
}
