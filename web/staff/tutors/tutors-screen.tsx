import { GraduationCap, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listFullTutors } from '#contract/calls/tutors'
import { genders } from '#domain/users/gender'
import { enums } from '#messages/enums'
import { staffTutors } from '#messages/staff-tutors'
import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../messages/messages.ts'
import { keys } from '../../platform/query-keys.ts'
import { options } from '../../shared/account/profile-options.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { column, yesNoWord } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { missingOf } from './missing.ts'
import { TutorSwitch } from './tutor-switch.tsx'

const CreateAccountDialog = lazyPart(
  async () => (await import('../users/shared/create-account-dialog.tsx')).CreateAccountDialog,
)

/** Every tutor and tutor manager with what their page lacks. */
export function TutorsScreen() {
  const t = useMessages(staffTutors)
  const words = useMessages(staffUsers)
  const [isCreating, setCreating] = useState(false)
  return (
    <Page>
      <DataList
        id="tutors"
        title={t('title')}
        call={listFullTutors}
        queryKey={keys.tutors}
        columns={useColumns()}
        filters={{
          ready: { label: t('filters.ready'), kind: 'boolean' },
          activated: { label: t('filters.activated'), kind: 'boolean' },
          verifiedEmail: { label: t('filters.verifiedEmail'), kind: 'boolean' },
          verifiedPhone: { label: t('filters.verifiedPhone'), kind: 'boolean' },
          image: { label: t('filters.image'), kind: 'boolean' },
          video: { label: t('filters.video'), kind: 'boolean' },
          thumbnail: { label: t('filters.thumbnail'), kind: 'boolean' },
          password: { label: t('filters.password'), kind: 'boolean' },
          gender: {
            label: t('filters.gender'),
            kind: 'several',
            options: genders.map((value) => ({ value, label: enums.gender[value] })),
          },
          city: { label: t('filters.city'), kind: 'several', options: options.cities },
          birthYear: { label: t('filters.birthYear'), kind: 'numbers' },
          notice: { label: t('filters.notice'), kind: 'numbers' },
          email: { label: t('filters.email'), kind: 'text' },
          phone: { label: t('filters.phone'), kind: 'text' },
          createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        }}
        search={{ field: 'name', label: t('search') }}
        rowName={(tutor) => tutor.name ?? tutor.email}
        link={({ id }) => ({ to: '/tutor/$id', params: { id: String(id) } })}
        empty={{ title: t('empty'), icon: GraduationCap }}
        actions={
          <Button icon={Plus} onClick={() => setCreating(true)}>
            {words('create.open')}
          </Button>
        }
      />
      <Suspense>{isCreating && <CreateAccountDialog onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  )
}

function useColumns(): ListColumn<typeof listFullTutors>[] {
  const t = useMessages(staffTutors)
  return [
    column.person('name', t('columns.name'), (tutor) => tutor),
    {
      id: 'activated',
      header: t('columns.activated'),
      priority: 1,
      csv: ({ activated }) => yesNoWord(activated),
      cell: (tutor) => <TutorSwitch tutor={tutor} flag="activated" />,
    },
    {
      id: 'bypass',
      header: t('columns.bypass'),
      priority: 2,
      csv: ({ bypassOnboarding }) => yesNoWord(bypassOnboarding),
      cell: (tutor) => <TutorSwitch tutor={tutor} flag="bypassOnboarding" />,
    },
    column.missing('missing', t('columns.missing'), missingOf, {
      words: staffTutors.missing,
      complete: t('complete'),
      priority: 3,
      wrap: true,
    }),
    column.copyable('email', t('columns.email'), ({ email }) => email, { priority: 4 }),
    column.copyable('phone', t('columns.phone'), ({ phone }) => phone, { hidden: true }),
    column.enum('city', t('columns.city'), ({ city }) => city, enums.governorate, { hidden: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      hidden: true,
    }),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, {
      sort: 'updatedAt',
      hidden: true,
    }),
    column.copyable('id', t('columns.id'), ({ id }) => id),
  ]
}
