import * as contract from '#contract/subscriptions'
import { bind, routes } from '../http/bind.ts'
import { cancel } from './cancel.ts'
import { list } from './list.ts'
import { mine } from './mine.ts'
import { read } from './read.ts'

export const subscriptionRoutes = routes(
  bind(contract.subscriptionOfUser, mine),
  bind(contract.listSubscriptions, list),
  bind(contract.cancelSubscription, cancel),
  bind(contract.getSubscription, read),
)
