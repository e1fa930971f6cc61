import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { endUserSessions } from '#contract/calls/users'
import type { User } from '#contract/users'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { personKey, sessionsQuery } from './queries.ts'

export function SignOutDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const { data: sessions } = useQuery(sessionsQuery(person.id))
  const signOut = async (reason: string) => {
    try {
      await request(endUserSessions, { params: { id: person.id }, body: { reason } }, { reason })
      toast.success(t('signOut.done'), { id: 'person' })
      await queryClient.invalidateQueries({ queryKey: personKey(person.id) })
    } catch (error) {
      toast.error(t('signOut.failed'), { id: 'person', description: errorText(error) })
      throw error
    }
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
