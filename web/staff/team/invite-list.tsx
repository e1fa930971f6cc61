import { useQueryClient } from '@tanstack/react-query'
import { Ban, Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { listStaffInvites, revokeStaffInvite } from '#contract/calls/staff-invites'
import type { ListedStaffInvite } from '#contract/staff-invites'
import { type InvitationState, invitationStates, mayInvite } from '#domain/staff/invitation'
import { enums } from '#messages/enums'
import { staffTeam } from '#messages/staff-team'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { InviteForm } from './invite-form.tsx'

const tones: Record<InvitationState, Tone> = {
  waiting: 'info',
  accepted: 'success',
  revoked: 'neutral',
  expired: 'neutral',
}

/** Who was invited to the staff (docs/rules/staff.md 12.1). */
export function InviteList() {
  const t = useMessages(staffTeam)
  const client = useQueryClient()
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const [revoking, setRevoking] = useState<ListedStaffInvite | null>(null)
  const revoke = async ({ id }: ListedStaffInvite, reason: string) => {
    const revocation = request(revokeStaffInvite, { params: { id } }, { reason })
    await announce(revocation, { id: 'invite', done: t('invites.revoked'), failed: t('invites.notRevoked') })
    void client.invalidateQueries({ queryKey: keys.staffInvites })
  }
  return (
    <>
      <DataList
        id="staff-invites"
        title={t('tabs.invites')}
        headingLevel={2}
        call={listStaffInvites}
        queryKey={keys.staffInvites}
        columns={useColumns()}
        filters={{
          state: {
            label: t('columns.state'),
            kind: 'one',
            options: invitationStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
        }}
        search={{ field: 'email', label: t('invites.search') }}
        rowName={({ email }) => email}
        rowActions={(invite) =>
          invite.state === 'waiting' && mayInvite(invite.role, me.role)
            ? [{ label: t('invites.revoke'), icon: Ban, tone: 'danger', onSelect: () => setRevoking(invite) }]
            : []
        }
        empty={{ title: t('invites.empty'), text: t('invites.emptyText'), icon: Mail }}
        actions={
          <Button size="sm" icon={Plus} onClick={() => setInviting(true)}>
            {t('invites.new')}
          </Button>
        }
      />
      {isInviting && (
        <Dialog open title={t('invites.new')} onClose={() => setInviting(false)}>
          <InviteForm onDone={() => setInviting(false)} />
        </Dialog>
      )}
      {revoking && (
        <ReasonDialog
          title={t('invites.revokeTitle')}
          description={t('invites.revokeText', { email: revoking.email })}
          confirmLabel={t('invites.revoke')}
          onConfirm={(reason) => revoke(revoking, reason)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

function useColumns(): ListColumn<typeof listStaffInvites>[] {
  const t = useMessages(staffTeam)
  const states = {
    waiting: t('states.waiting'),
    accepted: t('states.accepted'),
    revoked: t('states.revoked'),
    expired: t('states.expired'),
  }
  return [
    column.copyable('email', t('columns.email'), ({ email }) => email, { sort: 'email' }),
    column.enum('role', t('columns.role'), ({ role }) => role, enums.role, { priority: 2 }),
    column.enum('state', t('columns.state'), ({ state }) => state, states, { tones, priority: 1 }),
    column.person('creator', t('columns.creator'), ({ creator }) => creator, { priority: 4 }),
    column.moment('expiresAt', t('columns.expiresAt'), ({ expiresAt }) => expiresAt, {
      sort: 'expiresAt',
      priority: 3,
    }),
    column.moment('acceptedAt', t('columns.acceptedAt'), ({ acceptedAt }) => acceptedAt, { hidden: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}
