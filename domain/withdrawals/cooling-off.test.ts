import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { COOLING_OFF, coolingOffOf, credentials, isReceiverNew, whyNotPaid } from './cooling-off.ts'

const instants = fc.integer({ min: 0, max: 4 * COOLING_OFF })
const receivers = fc.constantFrom('01012345678', '01112345678', 'CIB:1', 'omar@instapay')
const histories = fc.record({
  paidReceivers: fc.array(receivers),
  changes: fc.uniqueArray(fc.record({ credential: fc.constantFrom(...credentials), changedAt: instants }), {
    selector: ({ credential }) => credential,
  }),
})
const requests = fc.record({ receiver: receivers, askedAt: instants })

describe('a receiver', () => {
  it('is new whatever the method, unless it was paid before or is the first one', () => {
    expect(isReceiverNew('CIB:1', { paidReceivers: ['01012345678'] })).toBe(true)
    expect(isReceiverNew('CIB:1', { paidReceivers: [] })).toBe(false)
    fc.assert(
      fc.property(receivers, fc.array(receivers), (receiver, paidReceivers) => {
        const isKnown = paidReceivers.length === 0 || paidReceivers.some((paid) => paid === receiver)
        expect(isReceiverNew(receiver, { paidReceivers })).toBe(!isKnown)
      }),
    )
  })
})

describe('the cooling-off', () => {
  it('lasts three days from the latest change, and no longer', () => {
    fc.assert(
      fc.property(requests, histories, instants, (request, history, now) => {
        const found = coolingOffOf(request, history, now)
        const changed = [
          ...(isReceiverNew(request.receiver, history) ? [request.askedAt] : []),
          ...history.changes.map(({ changedAt }) => changedAt),
        ]
        const end = Math.max(...changed) + COOLING_OFF
        expect(found?.until ?? null).toBe(changed.length > 0 && end > now ? end : null)
        if (!found) return
        expect(found.causes.length).toBeGreaterThan(0)
        expect(coolingOffOf(request, history, found.until)).toBeNull()
        expect(coolingOffOf(request, history, found.until - 1)).not.toBeNull()
      }),
    )
  })

  it('is never shortened by another change, nor lengthened by another payment to the same receiver', () => {
    const until = (...args: Parameters<typeof coolingOffOf>) => coolingOffOf(...args)?.until ?? Number.NEGATIVE_INFINITY
    fc.assert(
      fc.property(requests, histories, instants, instants, (request, history, now, changedAt) => {
        const changes = [...history.changes, { credential: 'password' as const, changedAt }]
        expect(until(request, { ...history, changes }, now)).toBeGreaterThanOrEqual(until(request, history, now))
        const paidReceivers = [...history.paidReceivers, request.receiver]
        expect(until(request, { ...history, paidReceivers }, now)).toBeLessThanOrEqual(until(request, history, now))
      }),
    )
  })

  it('is waived by a super admin with a reason only', () => {
    const coolingOff = { until: 1, causes: ['phone' as const] }
    const reason = 'The tutor has confirmed it by phone'
    expect(whyNotPaid(coolingOff, { role: Role.SuperAdmin, reason })).toBeNull()
    expect(whyNotPaid(coolingOff, { role: Role.SuperAdmin, reason: null })).toBe('invoice-cooling-off')
    expect(whyNotPaid(coolingOff, { role: Role.RegularAdmin, reason })).toBe('invoice-cooling-off')
    expect(whyNotPaid(null, { role: Role.RegularAdmin, reason: null })).toBeNull()
  })
})
