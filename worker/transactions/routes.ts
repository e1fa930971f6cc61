import * as contract from '#contract/transactions'
import { bind, routes } from '../http/bind.ts'
import { list } from './list.ts'
import { last, read } from './read.ts'
import { timeline } from './timeline.ts'

export const transactionRoutes = routes(
  bind(contract.listTransactions, list),
  bind(contract.lastTransaction, last),
  bind(contract.transactionTimeline, timeline),
  bind(contract.getTransaction, read),
)
