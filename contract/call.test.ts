import { expectTypeOf, it } from 'vitest'
import type { listSlots } from './availability.ts'
import type { Body, Query, Result } from './call.ts'
import type * as usersCalls from './calls/users.ts'
import type { Answer, Input } from './client.ts'
import type { listInterviews } from './meetings.ts'
import type { createRating } from './ratings.ts'
import type { createReport } from './reports.ts'
import type { tutorMeta } from './tutors.ts'
import type { listUsers, registerUser } from './users.ts'

it('a client passes what the call declares, and nothing that has a default', () => {
  expectTypeOf<{ query: { page: 2; role: 3 } }>().toExtend<Input<typeof listUsers>>()
  expectTypeOf<Record<never, never>>().toExtend<Input<typeof listUsers>>()
  expectTypeOf<Record<never, never>>().not.toExtend<Input<typeof tutorMeta>>()
  expectTypeOf<{ query: { tutorId: 3 } }>().toExtend<Input<typeof tutorMeta>>()
  expectTypeOf<{ body: { role: 7; email: ''; password: '' } }>().not.toExtend<Input<typeof registerUser>>()
  expectTypeOf<{ body: { append(name: string, value: string): void } }>().toExtend<Input<typeof createReport>>()
})

it('a client needs the address of a call only', () => {
  expectTypeOf<Input<typeof usersCalls.listUsers>>().toEqualTypeOf<Input<typeof listUsers>>()
  expectTypeOf<Answer<typeof usersCalls.registerUser>>().toEqualTypeOf<Answer<typeof registerUser>>()
  expectTypeOf<Answer<typeof usersCalls.registerUser>['token']>().toEqualTypeOf<string>()
})

it('an act receives the input as the contract parsed it', () => {
  expectTypeOf<Query<typeof listUsers>['size']>().toEqualTypeOf<number>()
  expectTypeOf<Body<typeof createRating>['value']>().toEqualTypeOf<1 | 2 | 3 | 4 | 5>()
  expectTypeOf<Answer<typeof registerUser>['user']['role']>().toEqualTypeOf<1 | 2 | 3 | 4 | 5 | 6>()
})

it('an instant is ISO text for a client and a number for an act', () => {
  expectTypeOf<Answer<typeof registerUser>['user']['createdAt']>().toEqualTypeOf<string>()
  expectTypeOf<Result<typeof registerUser>['user']['createdAt']>().toEqualTypeOf<number>()
  expectTypeOf<Query<typeof listSlots>['after']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<{ query: { after: string; userIds: number[] } }>().toExtend<Input<typeof listSlots>>()
  expectTypeOf<{ query: { after: number } }>().not.toExtend<Input<typeof listSlots>>()
  expectTypeOf<{ query: { start: { gte: string } } }>().toExtend<Input<typeof listInterviews>>()
})
