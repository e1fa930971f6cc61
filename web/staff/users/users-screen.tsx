import { Megaphone, Plus, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listUsers } from '#contract/calls/users'
import type { LocalDay } from '#domain/cairo'
import { MAX_MAILING_PEOPLE } from '#domain/mailings/mailing'
import { Role, roles } from '#domain/roles'
import { monthsOver, stays, stayText } from '#domain/staff/cohorts'
import { genders } from '#domain/users/gender'
import { enums } from '#messages/enums'
import { staffMailings } from '#messages/staff-mailings'
import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { loadErrorWords } from '../../platform/error-words.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { options } from '../../shared/account/profile-options.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import type { MailingTo } from '../mailings/shared/compose-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

const CreateAccountDialog = lazyPart(
  async () => (await import('./shared/create-account-dialog.tsx')).CreateAccountDialog,
)

const HOUR = 3_600_000

/** With the texts of errors: it refuses an address in what is written before the API does. */
const ComposeDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('../mailings/shared/compose-dialog.tsx'), loadErrorWords()])
  return dialog.ComposeDialog
})

/** Everybody but students stands out. */
const roleTones: Record<Role, Tone> = {
  [Role.SuperAdmin]: 'brand',
  [Role.RegularAdmin]: 'brand',
  [Role.Tutor]: 'brand',
  [Role.Student]: 'neutral',
  [Role.TutorManager]: 'brand',
  [Role.Studio]: 'brand',
}

/** Every account, with the filters of the call. */
export function UsersScreen() {
  const t = useMessages(staffUsers)
  const m = useMessages(staffMailings)
  const [isCreating, setCreating] = useState(false)
  const cohorts = useCohortOptions()
  const [writing, setWriting] = useState<{ to: MailingTo; clear: () => void } | null>(null)
  return (
    <Page>
      <DataList
        id="users"
        title={t('title')}
        call={listUsers}
        queryKey={keys.users}
        columns={useColumns()}
        filters={{
          role: {
            label: t('filters.role'),
            kind: 'one',
            options: roles.map((value) => ({ value, label: enums.role[value] })),
          },
          gender: {
            label: t('filters.gender'),
            kind: 'one',
            options: genders.map((value) => ({ value, label: enums.gender[value] })),
          },
          verified: { label: t('filters.verified'), kind: 'boolean' },
          online: { label: t('filters.online'), kind: 'boolean' },
          city: { label: t('filters.city'), kind: 'one', options: options.cities },
          owners: { label: t('filters.owners'), kind: 'person', roles: [Role.SuperAdmin, Role.RegularAdmin] },
          tag: { label: t('filters.tag'), kind: 'text' },
          firstPaid: { label: t('filters.firstPaid'), kind: 'one', options: cohorts.months },
          stay: { label: t('filters.stay'), kind: 'one', options: cohorts.stays },
          brought: { label: t('filters.brought'), kind: 'dates' },
          standing: { label: t('filters.standing'), kind: 'boolean' },
          createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        }}
        search={{ field: 'search', label: t('search') }}
        rowName={(user) => user.name ?? user.email}
        link={({ id }) => ({ to: '/user/$id', params: { id: String(id) } })}
        bulkActions={[
          {
            label: m('action'),
            icon: Megaphone,
            onAct: (rows, clear) => setWriting({ to: { ids: rows.map(({ id }) => id) }, clear }),
            onAll: {
              label: (count) => m('all', { count }),
              most: MAX_MAILING_PEOPLE,
              onAct: (matching, clear) => setWriting({ to: { matching }, clear }),
            },
          },
        ]}
        empty={{ title: t('empty'), icon: UsersRound }}
        actions={
          <Button icon={Plus} onClick={() => setCreating(true)}>
            {t('create.open')}
          </Button>
        }
      />
      <Suspense>
        {writing && (
          <ComposeDialog
            to={writing.to}
            onSent={() => {
              writing.clear()
              setWriting(null)
            }}
            onClose={() => setWriting(null)}
          />
        )}
      </Suspense>
      <Suspense>{isCreating && <CreateAccountDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

/** The months of the cohorts, the latest first, and how their people stood at the end of each (docs/rules/staff.md 2.6). */
function useCohortOptions() {
  const t = useMessages(staffUsers)
  const format = useFormat()
  const months = monthsOver(useNow(HOUR))
    .toReversed()
    .map((value) => ({ value, label: format.month(`${value}-01` as LocalDay) }))
  return {
    months,
    stays: months.flatMap(({ value, label }) =>
      stays.map((stay) => ({ value: stayText(stay, value), label: t(`stays.${stay}`, { month: label }) })),
    ),
  }
}

function useColumns(): ListColumn<typeof listUsers>[] {
  const t = useMessages(staffUsers)
  const format = useFormat()
  return [
    column.person('name', t('columns.name'), (user) => user, { sort: 'name' }),
    column.enum('role', t('columns.role'), ({ role }) => role, enums.role, { tones: roleTones, priority: 1 }),
    column.copyable('email', t('columns.email'), ({ email }) => email, { sort: 'email', priority: 2 }),
    column.yesNo('verifiedEmail', t('columns.verifiedEmail'), ({ verifiedEmail }) => verifiedEmail),
    column.copyable('phone', t('columns.phone'), ({ phone }) => phone, { priority: 3 }),
    column.yesNo('verifiedPhone', t('columns.verifiedPhone'), ({ verifiedPhone }) => verifiedPhone, { hidden: true }),
    column.enum('city', t('columns.city'), ({ city }) => city, enums.governorate, { hidden: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      priority: 4,
    }),
    column.copyable('id', t('columns.id'), ({ id }) => id),
    column.enum('gender', t('columns.gender'), ({ gender }) => gender, enums.gender, { hidden: true }),
    {
      id: 'birthYear',
      header: t('columns.birthYear'),
      hidden: true,
      csv: ({ birthYear }) => birthYear,
      cell: ({ birthYear }) => birthYear && format.number(birthYear, { useGrouping: false }),
    },
    column.yesNo('hasPassword', t('columns.hasPassword'), ({ hasPassword }) => hasPassword, { hidden: true }),
    column.number('creditScore', t('columns.creditScore'), ({ creditScore }) => creditScore, { hidden: true }),
    column.yesNo('notifications', t('columns.notifications'), (user) => user.notificationMethod !== null, {
      hidden: true,
    }),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, { hidden: true }),
  ]
}
