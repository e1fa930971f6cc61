import * as fawry from '#contract/fawry'
import * as paymob from '#contract/paymob'
import { bind, routes } from '../http/bind.ts'
import { cancelOrder } from './cancel-order.ts'
import { cardUrl, deleteCard, listCards } from './cards.ts'
import { checkout } from './checkout.ts'
import { notifyFawry } from './notify-fawry.ts'
import { notifyPaymob } from './notify-paymob.ts'
import { payByCard, payByInstallments, payByReference, payByWallet } from './pay.ts'
import { refundOrder } from './refund.ts'
import { orderStatus, syncOrder } from './status.ts'

export const paymentRoutes = routes(
  bind(fawry.payByCard, payByCard),
  bind(fawry.payByReference, payByReference),
  bind(fawry.payByWallet, payByWallet),
  bind(fawry.payByInstallments, payByInstallments),
  bind(fawry.cancelOrder, cancelOrder),
  bind(fawry.refundOrder, refundOrder),
  bind(fawry.cardUrl, cardUrl),
  bind(fawry.listCards, listCards),
  bind(fawry.deleteCard, deleteCard),
  bind(fawry.orderStatus, orderStatus),
  bind(fawry.syncOrder, syncOrder),
  bind(fawry.notifyFawry, notifyFawry),
  bind(paymob.createCheckout, checkout),
  bind(paymob.notifyPaymob, notifyPaymob),
)
