import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, TicketPercent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteCoupon, listCoupons } from '#contract/calls/coupons'
import type { CountedCoupon } from '#contract/coupons'
import { normalCouponCode } from '#domain/plans/coupon'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RecordDialog } from '../audit/shared/record-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { CouponForm } from './coupon-form.tsx'
import { usePlanOptions } from './shared/use-plan-options.ts'

type OpenDialog = { act: 'create'; coupon: null } | { act: 'edit' | 'delete'; coupon: CountedCoupon }

export function CouponList() {
  const t = useMessages(staffPlans)
  const client = useQueryClient()
  const { options, nameOf } = usePlanOptions()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const remove = async ({ id, code, updatedAt }: CountedCoupon, reason: string) => {
    const removal = request(deleteCoupon, { params: { id } }, { reason, version: updatedAt })
    await announce(removal, { id: 'coupon', done: t('coupons.deleted', { code }), failed: t('coupons.notDeleted') })
    void client.invalidateQueries({ queryKey: keys.coupons })
  }
  return (
    <>
      <DataList
        id="coupons"
        title={t('tabs.coupons')}
        headingLevel={2}
        call={listCoupons}
        queryKey={keys.coupons}
        columns={useColumns(nameOf)}
        filters={{
          planIds: { label: t('coupons.columns.plan'), kind: 'several', options },
          expiresAt: { label: t('coupons.columns.expiresAt'), kind: 'dates' },
        }}
        search={{ field: 'code', label: t('coupons.search') }}
        rowName={({ code }) => code}
        onOpen={(coupon) => setDialog({ act: 'edit', coupon })}
        rowActions={(coupon) => [
          { label: t('edit'), icon: Pencil, onSelect: () => setDialog({ act: 'edit', coupon }) },
          { label: t('delete'), icon: Trash2, tone: 'danger', onSelect: () => setDialog({ act: 'delete', coupon }) },
        ]}
        empty={{ title: t('empty.coupons'), icon: TicketPercent }}
        actions={
          <Button size="sm" icon={Plus} onClick={() => setDialog({ act: 'create', coupon: null })}>
            {t('coupons.new')}
          </Button>
        }
      />
      {dialog && dialog.act !== 'delete' && (
        <RecordDialog
          kind="coupon"
          id={dialog.coupon?.id ?? null}
          size="lg"
          title={dialog.coupon ? t('coupons.editTitle', { code: dialog.coupon.code }) : t('coupons.new')}
          onClose={close}
        >
          <CouponForm coupon={dialog.coupon} onDone={close} />
        </RecordDialog>
      )}
      {dialog?.act === 'delete' && (
        <ReasonDialog
          title={t('coupons.deleteTitle', { code: dialog.coupon.code })}
          description={t('coupons.deleteText', { count: dialog.coupon.usedCount })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(dialog.coupon, reason)}
          onClose={close}
        />
      )}
    </>
  )
}

function useColumns(planName: (id: number) => string): ListColumn<typeof listCoupons>[] {
  const t = useMessages(staffPlans)
  const format = useFormat()
  const percents = ({ monthDiscount, quarterDiscount, yearDiscount }: CountedCoupon) =>
    [monthDiscount, quarterDiscount, yearDiscount].map((percent) => format.percent(percent * 100)).join(' · ')
  const uses = ({ usedCount, maxUses }: CountedCoupon) =>
    maxUses === null ? format.number(usedCount) : `${format.number(usedCount)} / ${format.number(maxUses)}`
  return [
    {
      id: 'code',
      header: t('coupons.columns.code'),
      sort: 'code',
      csv: ({ code }) => code,
      cell: ({ code }) => (
        <span className="flex flex-wrap items-center gap-2">
          <bdi translate="no">{code}</bdi>
          {normalCouponCode(code) !== code && <Badge tone="warning">{t('coupons.unreachable')}</Badge>}
        </span>
      ),
    },
    column.text('plan', t('coupons.columns.plan'), ({ planId }) => planName(planId), { priority: 1 }),
    {
      id: 'percents',
      header: t('coupons.columns.percents'),
      priority: 2,
      csv: percents,
      cell: (coupon) => (
        <span translate="no" className="figures">
          {percents(coupon)}
        </span>
      ),
    },
    {
      id: 'uses',
      header: t('coupons.columns.uses'),
      align: 'end',
      priority: 3,
      csv: ({ usedCount }) => usedCount,
      cell: (coupon) => (
        <span className="flex flex-wrap items-center justify-end gap-2">
          <span translate="no" className="figures">
            {uses(coupon)}
          </span>
          {coupon.maxUses !== null && coupon.usedCount >= coupon.maxUses && <Badge>{t('coupons.usedUp')}</Badge>}
        </span>
      ),
    },
    column.expiry('expiresAt', t('coupons.columns.expiresAt'), ({ expiresAt }) => expiresAt, {
      expired: t('coupons.expired'),
      sort: 'expiresAt',
      priority: 4,
    }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      hidden: true,
    }),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}
