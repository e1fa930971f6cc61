import { useQueryClient } from '@tanstack/react-query'
import { Mail, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteInvite, listInvites } from '#contract/calls/invites'
import type { Invite } from '#contract/invites'
import { fromIso } from '#domain/cairo'
import { staffPlanInvites } from '#messages/staff-plan-invites'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { RecordDialog } from '../audit/shared/record-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { EmailInviteForm } from './invite-form.tsx'
import { usePlanOptions } from './shared/use-plan-options.ts'

type OpenDialog = { act: 'create'; invite: null } | { act: 'edit' | 'delete'; invite: Invite }

const MINUTE = 60_000

/** Addresses that get a plan invite when they register. */
export function EmailInviteList() {
  const t = useMessages(staffPlanInvites)
  const client = useQueryClient()
  const { options, nameOf } = usePlanOptions()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const remove = async ({ id, updatedAt }: { id: number; updatedAt: string }, reason: string) => {
    const removal = request(deleteInvite, { params: { id } }, { reason, version: updatedAt })
    await announce(removal, { id: 'invite', done: t('deleted'), failed: t('notDeleted') })
    void client.invalidateQueries({ queryKey: keys.invites })
  }
  return (
    <>
      <DataList
        id="invites"
        title={t('tabs.emails')}
        headingLevel={2}
        call={listInvites}
        queryKey={keys.invites}
        columns={useColumns(nameOf)}
        filters={{
          planIds: { label: t('columns.plan'), kind: 'several', options },
          accepted: { label: t('columns.state'), kind: 'boolean', yes: t('emails.accepted'), no: t('emails.waiting') },
          expiresAt: { label: t('columns.expiresAt'), kind: 'dates' },
        }}
        search={{ field: 'email', label: t('emails.search') }}
        rowName={({ email }) => email}
        rowActions={(invite) => [
          {
            label: t('edit'),
            icon: Pencil,
            disabled: invite.acceptedAt !== null,
            onSelect: () => setDialog({ act: 'edit', invite }),
          },
          { label: t('delete'), icon: Trash2, tone: 'danger', onSelect: () => setDialog({ act: 'delete', invite }) },
        ]}
        empty={{ title: t('emails.empty'), text: t('emails.emptyText'), icon: Mail }}
        actions={
          <Button size="sm" icon={Plus} onClick={() => setDialog({ act: 'create', invite: null })}>
            {t('emails.new')}
          </Button>
        }
      />
      {dialog && dialog.act !== 'delete' && (
        <RecordDialog
          kind="invite"
          id={dialog.invite?.id ?? null}
          title={t(dialog.invite ? 'emails.editTitle' : 'emails.new')}
          description={t('emails.noMail')}
          onClose={close}
        >
          <EmailInviteForm invite={dialog.invite} onDone={close} />
        </RecordDialog>
      )}
      {dialog?.act === 'delete' && (
        <ReasonDialog
          title={t('emails.deleteTitle')}
          description={t(dialog.invite.acceptedAt === null ? 'emails.deleteText' : 'emails.deleteAcceptedText', {
            email: dialog.invite.email,
          })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(dialog.invite, reason)}
          onClose={close}
        />
      )}
    </>
  )
}

function useColumns(planName: (id: number) => string): ListColumn<typeof listInvites>[] {
  const t = useMessages(staffPlanInvites)
  const now = useNow(MINUTE)
  const stateOf = ({ acceptedAt, expiresAt }: Invite) => {
    if (acceptedAt !== null) return 'accepted'
    return fromIso(expiresAt) <= now ? 'expired' : 'waiting'
  }
  const tones = { accepted: 'success', expired: 'neutral', waiting: 'info' } as const
  const words = { accepted: t('emails.accepted'), expired: t('expired'), waiting: t('emails.waiting') }
  return [
    column.text('email', t('fields.email'), ({ email }) => email, { sort: 'email' }),
    column.text('plan', t('columns.plan'), ({ planId }) => planName(planId), { priority: 2 }),
    column.enum('state', t('columns.state'), stateOf, words, { tones, priority: 1 }),
    column.moment('expiresAt', t('columns.expiresAt'), ({ expiresAt }) => expiresAt, {
      sort: 'expiresAt',
      priority: 3,
    }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}
