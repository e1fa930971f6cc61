import * as z from 'zod/mini'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { MIN_STAFF_SEARCH } from '#domain/search'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { defineCall } from './call.ts'
import * as calls from './calls/staff-search.ts'
import { id, instant, oneOf } from './fields.ts'
import { lesson } from './lessons.ts'
import { person } from './users.ts'

export const staffSearch = defineCall(calls.staffSearch, {
  may: 'staff.search',
  summary:
    'At most 8 of a kind: people by name, e-mail, phone or id, lessons and withdrawals by id, orders by our number or the provider’s',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(MIN_STAFF_SEARCH), z.maxLength(100)) }),
  answer: z.object({
    people: z.array(z.object({ ...person.shape, email: z.string(), phone: z.nullable(z.string()), role: oneOf(Role) })),
    lessons: z.array(
      z.object({ id, start: instant, duration: lesson.shape.duration, canceledAt: z.nullable(instant) }),
    ),
    orders: z.array(
      z.object({
        id,
        userId: id,
        amount: z.int(),
        status: oneOf(TransactionStatus),
        providerRefNum: z.nullable(z.string()),
        createdAt: instant,
      }),
    ),
    withdrawals: z.array(
      z.object({ id, userId: id, amount: z.int(), status: oneOf(WithdrawalStatus), createdAt: instant }),
    ),
  }),
  errors: [],
})
