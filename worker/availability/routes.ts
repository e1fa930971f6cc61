import * as contract from '#contract/availability'
import { bind, routes } from '../http/bind.ts'
import { change } from './change.ts'
import { list } from './list.ts'

export const availabilityRoutes = routes(bind(contract.listSlots, list), bind(contract.changeSlots, change))
