import * as contract from '#contract/server-stats'
import { bind, routes } from '../http/bind.ts'
import { read } from './read.ts'

export const serverStatsRoutes = routes(bind(contract.readServerStats, read))
