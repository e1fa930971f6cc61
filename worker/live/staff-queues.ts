import type { StaffQueue } from '#domain/staff/queues'
import { publish } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** Makes open staff pages reload these queues (docs/rules/staff.md 3.6). Call after the batch has committed. */
export const notifyQueues = (env: Env, ...queues: StaffQueue[]): Promise<unknown> =>
  Promise.all(queues.map((queue) => publish(env, 'Staff', { event: 'StaffQueueUpdated', payload: { queue } })))
