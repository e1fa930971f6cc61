import * as contract from '#contract/subscriptions'
import { bind, routes } from '../http/bind.ts'
import { mine } from './mine.ts'

export const subscriptionRoutes = routes(bind(contract.subscriptionOfUser, mine))
