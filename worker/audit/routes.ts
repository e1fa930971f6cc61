import * as contract from '#contract/audit'
import { bind, routes } from '../http/bind.ts'
import { list } from './list.ts'

export const auditRoutes = routes(bind(contract.listAuditEntries, list))
