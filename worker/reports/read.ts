import type { getReport } from '#contract/reports'
import type { Act } from '../http/bind.ts'
import { reportThread } from './store.ts'

/** @throws DomainError `report-not-found`. */
export const read: Act<typeof getReport> = ({ db, env, params, now }) => reportThread(env, db, params.id, now)
