import * as contract from '#contract/view-as'
import { bind, routes } from '../http/bind.ts'
import { begin, end } from './view-as.ts'

export const viewAsRoutes = routes(bind(contract.endViewAs, end), bind(contract.viewAs, begin))
