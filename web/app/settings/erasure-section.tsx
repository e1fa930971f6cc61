import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { askForErasure, getErasure, takeBackErasure } from '#contract/calls/privacy'
import type { Erasure } from '#contract/privacy'
import { fromIso } from '#domain/cairo'
import type { ErasureObstacle } from '#domain/privacy/erasure'
import { isStudent } from '#domain/roles'
import { erasure } from '#messages/erasure'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { useProof } from '../../shared/account/use-proof.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'

const erasureQuery = queryOptions({
  queryKey: keys.erasure,
  queryFn: ({ signal }) => request(getErasure, {}, { signal }),
})

/** Erasing the account: what goes, what stays and why, and the way back (docs/rules/privacy.md 4.1 to 4.4). */
export function ErasureSection() {
  const t = useMessages(erasure)
  const isOfStudent = isStudent(useMe().role)
  const asked = useQuery(erasureQuery)
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionHeading title={t('title')} text={t('text')} />
      <div>
        <h3 className="mb-1 font-semibold">{t('goes')}</h3>
        <p className="text-muted">{t('goesText')}</p>
      </div>
      <div>
        <h3 className="mb-1 font-semibold">{t('stays')}</h3>
        <p className="text-muted">{t('staysText')}</p>
        {!isOfStudent && <p className="mt-1 text-muted">{t('staysOfTutors')}</p>}
      </div>
      {isOfStudent && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted">{t('plan')}</p>
          <p className="text-muted">{t('trial')}</p>
          <LinkButton to="/payments" variant="secondary" size="sm">
            {t('plans')}
          </LinkButton>
        </div>
      )}
      <div className="border-line border-t pt-4">
        <QueryView
          query={asked}
          loading={
            <Loading text={t('loading')}>
              <Skeleton className="h-12 rounded-control" />
            </Loading>
          }
        >
          {(data) => (data.state === 'asked' ? <Asked data={data} /> : <Ask why={data.why} />)}
        </QueryView>
      </div>
    </Card>
  )
}

/** Where what is open is ended; interviews and demo sessions have no screen that all who hold them see. */
const WHERE = {
  'upcoming-lessons': '/upcoming-lessons',
  'upcoming-meetings': null,
  'open-orders': '/payments',
  balance: '/invoices',
  'open-withdrawals': '/invoices',
  'waiting-pay': '/invoices',
} as const satisfies Record<ErasureObstacle, string | null>

/** What has to end first. */
function Obstacles({ why, of }: { why: Erasure['why']; of: 'waits' | 'blocked' }) {
  const t = useMessages(erasure)
  if (why.length === 0) return null
  return (
    <div>
      <p className="mb-1">{t(of)}</p>
      <ul className="list-disc ps-5">
        {why.map((one) => {
          const to = WHERE[one]
          return (
            <li key={one}>
              {to ? (
                <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
                  {t(`why.${one}`)}
                </Link>
              ) : (
                t(`why.${one}`)
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Stores what the server answered; the account says it too, in the banner above every screen. */
function useStored() {
  const queryClient = useQueryClient()
  return (stored: Erasure) => {
    queryClient.setQueryData(erasureQuery.queryKey, stored)
    void queryClient.invalidateQueries({ queryKey: keys.currentUser })
  }
}

function Asked({ data: { until, why } }: { data: Erasure }) {
  const t = useMessages(erasure)
  const format = useFormat()
  const store = useStored()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(takeBackErasure, {}),
    onSuccess: (kept) => {
      store(kept)
      toast.success(t('kept'), { id: 'erasure' })
    },
    onError: (error) => toast.error(t('keepFailed'), { id: 'erasure', description: errorText(error) }),
  })
  return (
    <Banner
      tone="warning"
      title={until && t('until', { until: format.moment(fromIso(until)) })}
      action={
        <Button icon={Undo2} loading={isPending} onClick={() => mutate()}>
          {t('keep')}
        </Button>
      }
    >
      <Obstacles why={why} of="waits" />
    </Banner>
  )
}

function Ask({ why }: { why: Erasure['why'] }) {
  const t = useMessages(erasure)
  const [isAsking, setIsAsking] = useState(false)
  const store = useStored()
  const { prove, dialog } = useProof({ text: t('proof'), label: t('ask') })
  const { mutate, isPending } = useMutation({
    mutationFn: () => prove((body = {}) => request(askForErasure, { body })),
    onSuccess: (asked) => {
      store(asked)
      toast.success(t('done'), { id: 'erasure' })
    },
    onError: (error) => {
      // The dialog was closed.
      if (codeOf(error) === 'proof-required') return
      toast.error(t('askFailed'), { id: 'erasure', description: errorText(error) })
    },
  })
  if (why.length > 0)
    return (
      <Banner tone="info">
        <Obstacles why={why} of="blocked" />
      </Banner>
    )
  return (
    <>
      <Button icon={Trash2} variant="danger" loading={isPending} onClick={() => setIsAsking(true)}>
        {t('ask')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        tone="danger"
        title={t('asking')}
        description={t('askingText')}
        confirmLabel={t('ask')}
        cancelLabel={t('cancel')}
        onConfirm={() => mutate()}
      />
      {dialog}
    </>
  )
}
