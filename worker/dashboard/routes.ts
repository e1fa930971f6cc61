import * as contract from '#contract/dashboard'
import { bind, routes } from '../http/bind.ts'
import { figures } from './figures.ts'
import { queue } from './queue.ts'

export const dashboardRoutes = routes(bind(contract.staffQueue, queue), bind(contract.dashboardFigures, figures))
