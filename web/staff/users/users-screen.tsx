import { Plus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listUsers } from '#contract/calls/users'
import type { User } from '#contract/users'
import { roles } from '#domain/roles'
import { genders } from '#domain/users/gender'
import { enums } from '#messages/enums'
import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { options } from '../../shared/account/profile-options.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { Page } from '../../ui/page.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

const CreateAccountDialog = lazy(async () => ({
  default: (await import('./shared/create-account-dialog.tsx')).CreateAccountDialog,
}))

/** Every account, with the filters of the call. */
export function UsersScreen() {
  const t = useMessages(staffUsers)
  const [isCreating, setCreating] = useState(false)
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
          createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        }}
        search={{ field: 'search', label: t('search') }}
        rowName={(user) => user.name ?? user.email}
        link={({ id }) => ({ to: '/user/$id', params: { id: String(id) } })}
        empty={{ title: t('empty'), icon: UsersRound }}
        actions={
          <Button icon={Plus} onClick={() => setCreating(true)}>
            {t('create.open')}
          </Button>
        }
      />
      <Suspense>{isCreating && <CreateAccountDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

function useColumns(): ListColumn<typeof listUsers>[] {
  const t = useMessages(staffUsers)
  const format = useFormat()
  const yesNo = (value: boolean) => t(value ? 'yes' : 'no')
  const cityOf = ({ city }: User) => (city === null ? '' : enums.governorate[city])
  const genderOf = ({ gender }: User) => (gender === null ? '' : enums.gender[gender])
  return [
    {
      id: 'name',
      header: t('columns.name'),
      sort: 'name',
      csv: ({ name }) => name,
      cell: ({ id, name, image }) => <AvatarWithName id={id} name={name ?? t('nameless')} src={image} />,
    },
    {
      id: 'role',
      header: t('columns.role'),
      priority: 1,
      csv: ({ role }) => enums.role[role],
      cell: ({ role }) => <Badge tone={role === 4 ? 'neutral' : 'brand'}>{enums.role[role]}</Badge>,
    },
    {
      id: 'email',
      header: t('columns.email'),
      sort: 'email',
      priority: 2,
      csv: ({ email }) => email,
      cell: ({ email }) => <Copyable text={email} />,
    },
    {
      id: 'verifiedEmail',
      header: t('columns.verifiedEmail'),
      csv: ({ verifiedEmail }) => yesNo(verifiedEmail),
      cell: ({ verifiedEmail }) => yesNo(verifiedEmail),
    },
    {
      id: 'phone',
      header: t('columns.phone'),
      priority: 3,
      csv: ({ phone }) => phone,
      cell: ({ phone }) => phone && <Copyable text={phone} />,
    },
    {
      id: 'verifiedPhone',
      header: t('columns.verifiedPhone'),
      csv: ({ verifiedPhone }) => yesNo(verifiedPhone),
      cell: ({ verifiedPhone }) => yesNo(verifiedPhone),
    },
    { id: 'city', header: t('columns.city'), hidden: true, csv: cityOf, cell: cityOf },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      priority: 4,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    {
      id: 'id',
      header: t('columns.id'),
      csv: ({ id }) => id,
      cell: ({ id }) => <Copyable text={String(id)} />,
    },
    { id: 'gender', header: t('columns.gender'), hidden: true, csv: genderOf, cell: genderOf },
    {
      id: 'birthYear',
      header: t('columns.birthYear'),
      hidden: true,
      csv: ({ birthYear }) => birthYear,
      cell: ({ birthYear }) => birthYear && format.number(birthYear, { useGrouping: false }),
    },
    {
      id: 'hasPassword',
      header: t('columns.hasPassword'),
      hidden: true,
      csv: ({ hasPassword }) => yesNo(hasPassword),
      cell: ({ hasPassword }) => yesNo(hasPassword),
    },
    {
      id: 'creditScore',
      header: t('columns.creditScore'),
      hidden: true,
      align: 'end',
      csv: ({ creditScore }) => creditScore,
      cell: ({ creditScore }) => format.number(creditScore),
    },
    {
      id: 'notifications',
      header: t('columns.notifications'),
      hidden: true,
      csv: ({ notificationMethod }) => yesNo(notificationMethod !== null),
      cell: ({ notificationMethod }) => yesNo(notificationMethod !== null),
    },
    {
      id: 'updatedAt',
      header: t('columns.updatedAt'),
      hidden: true,
      csv: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <MomentCell iso={updatedAt} />,
    },
  ]
}
