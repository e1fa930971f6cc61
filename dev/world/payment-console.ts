import { Hono } from 'hono'
import { faultConsole } from './faults.ts'
import { fawryConsole } from './fawry/console.ts'
import { fawryGateway } from './fawry/gateway.ts'
import { fawryPages } from './fawry/pages.ts'
import { paymobConsole } from './paymob/console.ts'
import { paymobPages } from './paymob/pages.ts'
import { paymobProvider } from './paymob/provider.ts'
import { payoutsConsole } from './payouts/console.ts'
import { payoutsProvider } from './payouts/provider.ts'
import { ProviderObject } from './provider-object.ts'
import type { StandInHost } from './stand-in-host.ts'

/** The payment providers: their APIs, the pages that payers see, and the console for developers. */
export const paymentConsole = (host: StandInHost): Hono =>
  new Hono()
    .route('/fawry', fawryGateway(host))
    .route('/fawry', fawryPages(host))
    .route('/fawry', fawryConsole(host))
    .route('/fawry', faultConsole(host, 'fawry'))
    .route('/paymob', paymobProvider(host))
    .route('/paymob', paymobPages(host))
    .route('/paymob', paymobConsole(host))
    .route('/paymob', faultConsole(host, 'paymob'))
    .route('/payouts', payoutsProvider(host))
    .route('/payouts', payoutsConsole(host))
    .route('/payouts', faultConsole(host, 'payouts'))

/** The path at which each of the providers' real hosts is served in local development. */
export const PROVIDER_HOSTS: Record<string, string> = {
  'www.atfawry.com': '/fawry',
  'atfawry.fawrystaging.com': '/fawry',
  'accept.paymob.com': '/paymob',
  'payouts.paymobsolutions.com': '/payouts',
  'stagingpayouts.paymobsolutions.com': '/payouts',
}

/** The providers' state. One object answers every request, so that the order numbers of all stay unique. */
export class Payments extends ProviderObject {
  readonly #console = paymentConsole(this.host())

  /** The path of the request begins with the provider's name. */
  override async fetch(request: Request): Promise<Response> {
    return this.#console.fetch(request)
  }
}
