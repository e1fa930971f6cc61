import * as contract from '#contract/push'
import { bind, routes } from '../http/bind.ts'
import { read, save, stop } from './subscription.ts'

export const pushRoutes = routes(
  bind(contract.readPush, read),
  bind(contract.savePush, save),
  bind(contract.stopPush, stop),
)
