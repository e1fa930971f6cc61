import * as contract from '#contract/reports'
import { bind, routes } from '../http/bind.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { resolve } from './resolve.ts'

export const reportRoutes = routes(
  bind(contract.createReport, create),
  bind(contract.resolveReport, resolve),
  bind(contract.listReports, list),
)
