import * as fawry from '#contract/fawry'
import * as paymob from '#contract/paymob'
import * as transactions from '#contract/transactions'
import { bind, routes } from '../http/bind.ts'
import { cancelOrder } from './cancel-order.ts'
import { notifyFawry } from './fawry-notification.ts'
import { list } from './list-orders.ts'
import { listRefunds } from './list-refunds.ts'
import { orderStatus, syncOrder } from './order-status.ts'
import { timeline } from './order-timeline.ts'
import { createPaymobCheckout } from './paymob-checkout.ts'
import { notifyPaymob } from './paymob-notification.ts'
import { last, read } from './read-order.ts'
import { recallCardOrder, recallCheckout, recallReferenceOrder, recallWalletOrder } from './recall-order.ts'
import { refundOrder } from './refund-order.ts'
import { cardUrl, deleteCard, listCards } from './saved-cards.ts'
import {
  listInstallmentPlans,
  payByCard,
  payByInstallments,
  payByReference,
  payByWallet,
  requestWalletAgain,
} from './start-payment.ts'

export const paymentRoutes = routes(
  bind(fawry.payByCard, payByCard, recallCardOrder),
  bind(fawry.payByReference, payByReference, recallReferenceOrder),
  bind(fawry.payByWallet, payByWallet, recallWalletOrder),
  bind(fawry.requestWalletAgain, requestWalletAgain, recallWalletOrder),
  bind(fawry.listInstallmentPlans, listInstallmentPlans),
  bind(fawry.payByInstallments, payByInstallments, recallCardOrder),
  bind(fawry.cancelOrder, cancelOrder),
  bind(fawry.refundOrder, refundOrder),
  bind(fawry.cardUrl, cardUrl),
  bind(fawry.listCards, listCards),
  bind(fawry.deleteCard, deleteCard),
  bind(fawry.orderStatus, orderStatus),
  bind(fawry.syncOrder, syncOrder),
  bind(fawry.notifyFawry, notifyFawry),
  bind(paymob.createCheckout, createPaymobCheckout, recallCheckout),
  bind(paymob.notifyPaymob, notifyPaymob),
  bind(transactions.listTransactions, list),
  bind(transactions.listRefunds, listRefunds),
  bind(transactions.lastTransaction, last),
  bind(transactions.transactionTimeline, timeline),
  bind(transactions.getTransaction, read),
)
