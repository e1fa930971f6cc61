import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refundOrder } from '#contract/calls/fawry'
import type { ListedTransaction } from '#contract/transactions'
import { formatPiastres, parsePounds } from '#domain/money'
import { cutText } from '#domain/text'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { announce } from '../../ui/announce.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { refetchOrders } from './queries.ts'

/** Refunds the entered amount, by default everything that is left (docs/rules/money.md 5.1). */
export function RefundDialog({ order, onClose }: { order: ListedTransaction; onClose: () => void }) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const left = order.amount - order.refundedAmount
  const [text, setText] = useState(formatPiastres(left))
  const typed = parsePounds(text)
  const amount = typed !== null && typed > 0 && typed <= left ? typed : null
  const name = order.student.name ?? t('nameless')
  const range = t('refund.range', { amount: format.money(left) })
  const refund = async (reason: string) => {
    if (amount === null) throw new Error('no amount')
    const body = {
      orderRefNum: order.providerRefNum ?? '',
      provider: order.provider,
      refundAmount: amount,
      reason: cutText(reason, 255),
    }
    const refunding = request(refundOrder, { body }, { reason, idempotencyKey: keyOf(body) })
    const done = t('refund.done', { name, amount: format.money(amount) })
    await announce(refunding, { done, failed: t('failed') }).finally(() => refetchOrders(client))
  }
  return (
    <ReasonDialog
      title={t('refund.title', { name })}
      description={t('refund.text', {
        paid: format.money(order.amount),
        refunded: format.money(order.refundedAmount),
        amount: format.money(amount ?? 0),
        provider: t(`provider.${order.provider}`),
      })}
      confirmLabel={t('refund.confirm', { amount: format.money(amount ?? 0) })}
      onConfirm={refund}
      onClose={onClose}
    >
      <Field label={t('refund.amount')} hint={range} required {...(amount === null && { error: range })}>
        <Input value={text} inputMode="decimal" flow="ltr" onChange={(event) => setText(event.target.value)} />
      </Field>
      {amount === left && <p className="my-3 font-semibold text-warning-ink">{t('refund.full')}</p>}
    </ReasonDialog>
  )
}
