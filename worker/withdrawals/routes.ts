import * as invoices from '#contract/invoices'
import * as paymentFiles from '#contract/payment-files'
import * as payouts from '#contract/payouts'
import { bind, routes } from '../http/bind.ts'
import { drop, pay } from './close-payment-file.ts'
import * as closePayouts from './close-payout-batch.ts'
import * as createActs from './create.ts'
import { create, recallCreated } from './create-payment-file.ts'
import * as createPayouts from './create-payout-batch.ts'
import { end } from './end-payout.ts'
import { flags } from './flags.ts'
import * as listActs from './list.ts'
import { queue } from './queue.ts'
import { download, list, read } from './read-payment-file.ts'
import * as readPayouts from './read-payout-batch.ts'
import { statement } from './statement.ts'
import { stats } from './stats.ts'
import { update } from './update.ts'

export const withdrawalRoutes = routes(
  bind(paymentFiles.createPaymentFiles, create, recallCreated),
  bind(paymentFiles.listPaymentFiles, list),
  bind(paymentFiles.downloadPaymentFile, download),
  bind(paymentFiles.payPaymentFile, pay),
  bind(paymentFiles.dropPaymentFile, drop),
  bind(paymentFiles.getPaymentFile, read),
  bind(payouts.payoutAccount, readPayouts.account),
  bind(payouts.createPayoutBatch, createPayouts.create, createPayouts.recallCreated),
  bind(payouts.listPayoutBatches, readPayouts.list),
  bind(payouts.confirmPayoutBatch, closePayouts.confirm),
  bind(payouts.dropPayoutBatch, closePayouts.drop),
  bind(payouts.endPayout, end),
  bind(payouts.getPayoutBatch, readPayouts.read),
  bind(invoices.createInvoice, createActs.create, createActs.recallCreated),
  bind(invoices.listInvoices, listActs.list),
  bind(invoices.invoiceStats, stats),
  bind(invoices.invoiceStatement, statement),
  bind(invoices.invoiceQueue, queue),
  bind(invoices.invoiceFlags, flags),
  bind(invoices.updateInvoice, update),
)
