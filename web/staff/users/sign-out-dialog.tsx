import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { endUserSessions } from '#contract/calls/users'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { announce } from '../../ui/announce.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { personKey, sessionsQuery } from './queries.ts'

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
