import { hours, type Instant } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { isSuperAdmin, type Role } from '#domain/roles'

/** How long a request waits after a change of its receiver or of the tutor's credentials, in ms (docs/rules/money.md 9.10). */
export const COOLING_OFF = hours(3 * 24)

/** What opens an account or takes its codes, and so its money. */
export const credentials = ['password', 'phone', 'email'] as const
export type Credential = (typeof credentials)[number]
export type CredentialChange = { credential: Credential; changedAt: Instant }

export const coolingOffCauses = ['receiver', ...credentials] as const
export type CoolingOffCause = (typeof coolingOffCauses)[number]

/** When a request may be paid, and what it waits after. */
export type CoolingOff = { until: Instant; causes: CoolingOffCause[] }

/** What is known of the tutor of a request: the receivers of the requests that were paid, and the latest changes. */
export type PaymentHistory = { paidReceivers: readonly string[]; changes: readonly CredentialChange[] }

/**
 * Whether a tutor who was paid before has never been paid to this receiver, by whatever method; the receiver of a first
 * payment replaces none.
 */
export const isReceiverNew = (receiver: string, { paidReceivers }: Pick<PaymentHistory, 'paidReceivers'>): boolean =>
  paidReceivers.length > 0 && !paidReceivers.includes(receiver)

/**
 * The cooling-off of a request that waits (docs/rules/money.md 9.10); null when it is over or there was no change. A new
 * receiver counts from the request, a credential from its change, also one after the request.
 */
export function coolingOffOf(
  { receiver, askedAt }: { receiver: string; askedAt: Instant },
  history: PaymentHistory,
  now: Instant,
): CoolingOff | null {
  const changed: { cause: CoolingOffCause; at: Instant }[] = [
    ...(isReceiverNew(receiver, history) ? [{ cause: 'receiver' as const, at: askedAt }] : []),
    ...history.changes.map(({ credential, changedAt }) => ({ cause: credential, at: changedAt })),
  ]
  const lasting = changed.filter(({ at }) => at + COOLING_OFF > now)
  if (lasting.length === 0) return null
  return {
    until: Math.max(...lasting.map(({ at }) => at)) + COOLING_OFF,
    causes: coolingOffCauses.filter((cause) => lasting.some((one) => one.cause === cause)),
  }
}

/** Before its end only a super admin pays, with a reason (docs/rules/money.md 9.11). */
const mayWaive = (role: Role, reason: string | null): boolean => isSuperAdmin(role) && reason !== null

export const whyNotPaid = (
  coolingOff: CoolingOff | null,
  { role, reason }: { role: Role; reason: string | null },
): ErrorCode | null => (coolingOff && !mayWaive(role, reason) ? 'invoice-cooling-off' : null)
