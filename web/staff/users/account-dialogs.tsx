import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogOut, ShieldOff } from 'lucide-react'
import { resetSecondFactor } from '#contract/calls/second-factor'
import { endUserSessions, sendUserReset } from '#contract/calls/users'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { announce } from '../../ui/announce.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { sessionsQuery } from './queries.ts'
import { personKey } from './shared/person-query.ts'

export function SignOutDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const { data: sessions } = useQuery(sessionsQuery(person.id))
  const signOut = async (reason: string) => {
    const ending = request(endUserSessions, { params: { id: person.id }, body: { reason } }, { reason })
    await announce(ending, { id: 'person', done: t('signOut.done'), failed: t('signOut.failed') })
    await queryClient.invalidateQueries({ queryKey: personKey(person.id) })
  }
  return (
    <ReasonDialog
      icon={LogOut}
      title={t('signOut.title')}
      description={t('signOut.text', { count: sessions?.connections.length ?? 0 })}
      confirmLabel={t('signOut.confirm')}
      onConfirm={signOut}
      onClose={onClose}
    />
  )
}

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
