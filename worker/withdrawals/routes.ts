import * as contract from '#contract/invoices'
import { bind, routes } from '../http/bind.ts'
import { create, recallCreated } from './create.ts'
import { flags } from './flags.ts'
import { list } from './list.ts'
import { queue } from './queue.ts'
import { statement } from './statement.ts'
import { stats } from './stats.ts'
import { update } from './update.ts'

export const withdrawalRoutes = routes(
  bind(contract.createInvoice, create, recallCreated),
  bind(contract.listInvoices, list),
  bind(contract.invoiceStats, stats),
  bind(contract.invoiceStatement, statement),
  bind(contract.invoiceQueue, queue),
  bind(contract.invoiceFlags, flags),
  bind(contract.updateInvoice, update),
)
