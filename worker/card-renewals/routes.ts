import * as cardRenewals from '#contract/card-renewals'
import { bind, routes } from '../http/bind.ts'
import { read, stop, switchOff, switchOffOf, switchOn } from './card-renewal.ts'

export const cardRenewalRoutes = routes(
  bind(cardRenewals.getCardRenewal, read),
  bind(cardRenewals.switchOnCardRenewal, switchOn),
  bind(cardRenewals.switchOffCardRenewal, switchOff),
  bind(cardRenewals.switchOffCardRenewalOf, switchOffOf),
  bind(cardRenewals.stopCardRenewal, stop),
)
