import type { Answer } from '#contract/client'
import type { ListedTransaction, transactionTimeline } from '#contract/transactions'
import { fromIso, type Instant } from '#domain/cairo'
import { parsePounds } from '#domain/money'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

type Facts = Answer<typeof transactionTimeline>
type Step = { key: string; at: Instant; text: string; more?: string | null }

/** What the catalogue calls an event or an act; its own name for one that it does not know. */
const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name

/** What happened to an order, the latest first. */
export function Timeline({ order, timeline }: { order: ListedTransaction; timeline: Facts }) {
  const format = useFormat()
  const steps = useSteps(order, timeline)
  return (
    <ol className="flex flex-col divide-y divide-line">
      {steps.map(({ key, at, text, more }) => (
        <li key={key} className="flex flex-wrap gap-x-4 gap-y-0.5 py-2">
          <span className="min-w-0 flex-1 basis-56">
            {text}
            {more && <span className="block text-muted text-sm">{more}</span>}
          </span>
          <span className="text-muted text-sm">{format.moment(at)}</span>
        </li>
      ))}
    </ol>
  )
}

const { statuses, reasons } = staffPayments.timeline

/** One side of a difference in words: an amount is in pounds, a number or an account may be missing. */
function useVersion(): (field: Facts['differences'][number]['field'], value: string) => string {
  const t = useMessages(staffPayments)
  const format = useFormat()
  return (field, value) => {
    if (value === '') return t('timeline.unrecorded')
    const amount = field === 'amount' || field === 'refunded' ? parsePounds(value) : null
    return amount === null ? named(statuses, value) : format.money(amount)
  }
}

function useSteps(
  { createdAt, paidAt }: ListedTransaction,
  { notifications, refunds, differences, staff }: Facts,
): Step[] {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const version = useVersion()
  const steps: Step[] = [
    { key: 'created', at: fromIso(createdAt), text: t('timeline.created') },
    ...(paidAt === null ? [] : [{ key: 'paid', at: fromIso(paidAt), text: t('timeline.paid') }]),
    ...notifications.map(({ id, event, receivedAt, processedAt, attempts }) => ({
      key: `notification-${id}`,
      at: fromIso(receivedAt),
      text: t('timeline.notification', { event: named(staffPayments.timeline.events, event) }),
      more: processedAt === null ? t('timeline.waiting', { count: attempts }) : null,
    })),
    ...refunds.map(({ id, amount, status, reason, failureReason, updatedAt }) => ({
      key: `refund-${id}`,
      at: fromIso(updatedAt),
      text: t(`timeline.refund.${status}`, { amount: format.money(amount) }),
      more: failureReason === null ? reason && named(reasons, reason) : named(reasons, failureReason),
    })),
    ...differences.map(({ id, field, ours, theirs, foundAt, closedAt }) => ({
      key: `difference-${id}`,
      at: fromIso(foundAt),
      text: t(`timeline.differs.${closedAt === null ? 'open' : 'closed'}`, { field: t(`timeline.fields.${field}`) }),
      more: t('timeline.versions', { ours: version(field, ours), theirs: version(field, theirs) }),
    })),
    ...staff.map(({ id, act, name, reason, at }) => ({
      key: `staff-${id}`,
      at: fromIso(at),
      text: t('timeline.staff', { name: name ?? t('nameless'), act: named(staffPayments.timeline.acts, act) }),
      more: reason,
    })),
  ]
  return steps.toSorted((one, other) => other.at - one.at)
}
