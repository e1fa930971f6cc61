import * as contract from '#contract/auth-sessions'
import { bind, routes } from '../http/bind.ts'
import { end } from './end.ts'
import { list } from './list.ts'

export const authSessionRoutes = routes(bind(contract.listOwnSessions, list), bind(contract.endOwnSession, end))
