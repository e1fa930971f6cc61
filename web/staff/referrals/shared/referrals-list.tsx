import { useQueryClient } from '@tanstack/react-query'
import { Check, Gift, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { decideReferral, listReferrals, undoReferral } from '#contract/calls/referrals'
import type { Referral } from '#contract/referrals'
import type { User } from '#contract/users'
import { referralStates } from '#domain/subscriptions/referral'
import { staffReferrals } from '#messages/staff-referrals'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { announce } from '../../../ui/announce.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'
import { ReasonDialog } from '../../table/shared/reason-dialog.tsx'

const tones = {
  open: 'neutral',
  held: 'info',
  review: 'warning',
  given: 'success',
  refused: 'danger',
  lapsed: 'neutral',
  undone: 'danger',
} as const satisfies Record<Referral['state'], Tone>

type Act = 'grant' | 'refuse' | 'undo'
const icons = { grant: Check, refuse: X, undo: Undo2 } as const

const send = (act: Act, { id }: Referral, reason: string) =>
  act === 'undo'
    ? request(undoReferral, { params: { id } }, { reason })
    : request(decideReferral, { params: { id }, body: { isGranted: act === 'grant' } }, { reason })

type ReferralsListProps = {
  /** Only those of this student, in both directions. */
  of?: User
}

/** Students who were brought by others; staff grant, refuse and take back their minutes (docs/rules/minutes.md 12.7 and 12.9). */
export function ReferralsList({ of }: ReferralsListProps) {
  const t = useMessages(staffReferrals)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ act: Act; referral: Referral } | null>(null)
  const nameOf = ({ friend }: Referral) => friend.name ?? t('someone', { id: String(friend.id) })
  const ask = (act: Act, referral: Referral) => ({
    label: t(`${act}.act`),
    icon: icons[act],
    ...(act === 'grant' ? {} : { tone: 'danger' as const }),
    onSelect: () => setAsked({ act, referral }),
  })
  const run = async ({ act, referral }: { act: Act; referral: Referral }, reason: string) => {
    await announce(send(act, referral, reason), {
      id: 'referral',
      done: t(`${act}.done`),
      failed: t('failed'),
    }).finally(() =>
      Promise.all([keys.referrals, keys.dashboard].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    )
  }
  return (
    <>
      <DataList
        id={of ? 'person-referrals' : 'referrals'}
        title={t('title')}
        headingLevel={of ? 2 : 1}
        call={listReferrals}
        queryKey={[...keys.referrals, 'list']}
        columns={useColumns()}
        fixed={of && { userId: of.id }}
        filters={{
          state: {
            label: t('columns.state'),
            kind: 'one',
            options: referralStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
        }}
        rowName={nameOf}
        link={of ? undefined : ({ friend }) => ({ to: '/user/$id', params: { id: String(friend.id) } })}
        rowActions={(referral) => {
          if (referral.state === 'review') return [ask('grant', referral), ask('refuse', referral)]
          return referral.state === 'given' ? [ask('undo', referral)] : []
        }}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Gift }}
      />
      {asked && (
        <ReasonDialog
          icon={icons[asked.act]}
          title={t(`${asked.act}.title`, { name: nameOf(asked.referral) })}
          description={t(`${asked.act}.text`)}
          confirmLabel={t(`${asked.act}.act`)}
          {...(asked.act === 'grant' ? { tone: 'main' as const } : {})}
          onConfirm={(reason) => run(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function useColumns(): ListColumn<typeof listReferrals>[] {
  const t = useMessages(staffReferrals)
  const rewardWords = ({ rewards }: Referral) =>
    rewards.map(({ side, state }) => t('reward', { side: t(`sides.${side}`), state: t(`rewards.${state}`) }))
  return [
    column.person('bringer', t('columns.bringer'), ({ bringer }) => bringer, { isLink: true }),
    column.person('friend', t('columns.friend'), ({ friend }) => friend, { isLink: true }),
    column.enum('state', t('columns.state'), ({ state }) => state, staffReferrals.states, { tones, priority: 1 }),
    {
      id: 'signals',
      header: t('columns.signals'),
      priority: 2,
      csv: ({ signals }) => signals.map((signal) => t(`signals.${signal}`)).join('، '),
      cell: ({ signals }) => (
        <span className="flex flex-wrap gap-1">
          {signals.map((signal) => (
            <Badge key={signal} tone="warning">
              {t(`signals.${signal}`)}
            </Badge>
          ))}
        </span>
      ),
    },
    column.moment('dueAt', t('columns.dueAt'), ({ dueAt }) => dueAt),
    {
      id: 'rewards',
      header: t('columns.rewards'),
      csv: (row) => rewardWords(row).join('، '),
      cell: (row) =>
        rewardWords(row).map((words) => (
          <span key={words} className="block">
            {words}
          </span>
        )),
    },
    column.person('decidedBy', t('columns.decidedBy'), ({ decidedBy }) => decidedBy, { hidden: true }),
    column.text('reason', t('columns.reason'), ({ reason }) => reason, { wrap: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { hidden: true }),
  ]
}
