import * as contract from '#contract/messages'
import { bind, routes } from '../http/bind.ts'
import { discard, list, retry } from './undelivered.ts'

export const messageRoutes = routes(
  bind(contract.listUndelivered, list),
  bind(contract.retryMessages, retry),
  bind(contract.discardMessages, discard),
)
