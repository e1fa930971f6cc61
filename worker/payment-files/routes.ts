import * as contract from '#contract/payment-files'
import { bind, routes } from '../http/bind.ts'
import { drop, pay } from './close.ts'
import { create, recallCreated } from './create.ts'
import { download, list, read } from './read.ts'

export const paymentFileRoutes = routes(
  bind(contract.createPaymentFiles, create, recallCreated),
  bind(contract.listPaymentFiles, list),
  bind(contract.downloadPaymentFile, download),
  bind(contract.payPaymentFile, pay),
  bind(contract.dropPaymentFile, drop),
  bind(contract.getPaymentFile, read),
)
