import * as contract from '#contract/availability'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { change } from './change.ts'
import { list } from './list.ts'
import { read, save, stop } from './pattern.ts'

export const availabilityRoutes = routes(
  bind(contract.listSlots, list),
  bind(contract.changeSlots, change, recallNothing),
  bind(contract.readPattern, read),
  bind(contract.savePattern, save),
  bind(contract.stopPattern, stop),
)
