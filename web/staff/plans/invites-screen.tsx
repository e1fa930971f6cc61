import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Mail, Plus, Trash2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { deletePlanInvite, listPlanInvites } from '#contract/calls/plan-invites'
import type { ListedPlanInvite } from '#contract/plan-invites'
import { may } from '#domain/permissions'
import { Role } from '#domain/roles'
import { staffPlanInvites } from '#messages/staff-plan-invites'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { RecordDialog } from '../audit/shared/record-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { EmailInviteList } from './email-invite-list.tsx'
import { ExpiryForm, StudentInviteForm } from './invite-form.tsx'
import type { InviteTab } from './search-params.ts'
import { usePlanOptions } from './shared/use-plan-options.ts'

/** Who may buy the plans that are for invites only: students, and addresses that have no account yet. */
export function PlanInvitesScreen() {
  const t = useMessages(staffPlanInvites)
  return (
    <TabbedPage<InviteTab>
      title={t('title')}
      label={t('title')}
      tabs={{
        students: { label: t('tabs.students'), icon: UserCheck, content: <StudentInviteList /> },
        emails: { label: t('tabs.emails'), icon: Mail, content: <EmailInviteList /> },
      }}
    />
  )
}

type OpenDialog =
  | { act: 'create' }
  | { act: 'expiry'; invites: readonly ListedPlanInvite[]; clear: () => void }
  | { act: 'delete'; invite: ListedPlanInvite }

/** Students who may buy a plan for invites only. The super admin writes them (docs/rules/minutes.md 2.1). */
function StudentInviteList() {
  const t = useMessages(staffPlanInvites)
  const client = useQueryClient()
  const me = useMe()
  const { options, nameOf } = usePlanOptions()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const canWrite = may('planInvite.create', me.role)
  const close = () => setDialog(null)
  const remove = async ({ id, updatedAt }: { id: number; updatedAt: string }, reason: string) => {
    const removal = request(deletePlanInvite, { params: { id } }, { reason, version: updatedAt })
    await announce(removal, { id: 'invite', done: t('deleted'), failed: t('notDeleted') })
    void client.invalidateQueries({ queryKey: keys.planInvites })
  }
  const bulk = canWrite && {
    bulkActions: [
      {
        label: t('students.changeExpiry'),
        icon: CalendarClock,
        onAct: (invites: readonly ListedPlanInvite[], clear: () => void) =>
          setDialog({ act: 'expiry', invites, clear }),
      },
    ],
  }
  return (
    <>
      <DataList
        id="plan-invites"
        title={t('tabs.students')}
        headingLevel={2}
        call={listPlanInvites}
        queryKey={[...keys.planInvites, 'staff']}
        columns={useColumns(nameOf)}
        filters={{
          planIds: { label: t('columns.plan'), kind: 'several', options },
          userIds: { label: t('filters.userIds'), kind: 'person', roles: [Role.Student] },
        }}
        rowName={({ invitee, userId }) => invitee?.name ?? invitee?.email ?? String(userId)}
        rowActions={(invite) =>
          canWrite
            ? [
                {
                  label: t('students.changeExpiry'),
                  icon: CalendarClock,
                  onSelect: () => setDialog({ act: 'expiry', invites: [invite], clear: () => {} }),
                },
                {
                  label: t('delete'),
                  icon: Trash2,
                  tone: 'danger',
                  onSelect: () => setDialog({ act: 'delete', invite }),
                },
              ]
            : []
        }
        {...(bulk || {})}
        link={({ userId }) => ({ to: '/user/$id', params: { id: String(userId) } })}
        empty={{ title: t('students.empty'), text: t('students.emptyText'), icon: UserCheck }}
        actions={
          canWrite && (
            <Button size="sm" icon={Plus} onClick={() => setDialog({ act: 'create' })}>
              {t('students.new')}
            </Button>
          )
        }
      />
      {dialog?.act === 'create' && (
        <RecordDialog kind="plan-invite" id={null} size="lg" title={t('students.new')} onClose={close}>
          <StudentInviteForm onDone={close} />
        </RecordDialog>
      )}
      {dialog?.act === 'expiry' && (
        <RecordDialog
          kind="plan-invite"
          // Several invites are no record that others could have open.
          id={dialog.invites.length === 1 ? (dialog.invites[0]?.id ?? null) : null}
          title={t('students.expiryTitle', { count: dialog.invites.length })}
          onClose={close}
        >
          <ExpiryForm
            invites={dialog.invites}
            onDone={() => {
              dialog.clear()
              close()
            }}
          />
        </RecordDialog>
      )}
      {dialog?.act === 'delete' && (
        <ReasonDialog
          title={t('students.deleteTitle')}
          description={t('students.deleteText', {
            name: dialog.invite.invitee?.name ?? dialog.invite.invitee?.email ?? String(dialog.invite.userId),
            plan: nameOf(dialog.invite.planId),
          })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(dialog.invite, reason)}
          onClose={close}
        />
      )}
    </>
  )
}

/** By name, address or number, whatever is known. */
const accountOf = (account: ListedPlanInvite['invitee'], id: number) => ({
  id,
  name: account?.name ?? account?.email ?? String(id),
})

function useColumns(planName: (id: number) => string): ListColumn<typeof listPlanInvites>[] {
  const t = useMessages(staffPlanInvites)
  return [
    column.person('student', t('columns.student'), ({ invitee, userId }) => accountOf(invitee, userId)),
    column.copyable('email', t('fields.email'), ({ invitee }) => invitee?.email),
    column.text('plan', t('columns.plan'), ({ planId }) => planName(planId), { priority: 1 }),
    column.expiry('expiresAt', t('columns.expiresAt'), ({ expiresAt }) => expiresAt, {
      expired: t('expired'),
      never: t('forEver'),
      sort: 'expiresAt',
      priority: 2,
    }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      priority: 3,
    }),
    column.person('createdBy', t('columns.createdBy'), ({ creator, createdBy }) => accountOf(creator, createdBy)),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}
