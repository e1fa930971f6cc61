import { createHmac } from 'node:crypto'
import { localKeys } from '../../local-keys.ts'
import { Deliveries } from '../deliveries.ts'
import { nextNumber, type StandInHost, sortableKey } from '../stand-in-host.ts'
import { type Intention, MERCHANT_ID } from './orders.ts'

/** A card that a payer has saved on the provider's page. */
export type PaymobCard = { id: number; token: string; maskedPan: string; subtype: string; email: string }

const CARD = 'paymob:card:'

const brandOf = (number: string) => (number.startsWith('4') ? 'Visa' : 'MasterCard')

/** The cards saved at the provider, each of which it reports to the merchant once, with a signature over eight values. */
export class PaymobCards {
  readonly #host: StandInHost
  readonly #deliveries: Deliveries

  constructor(host: StandInHost) {
    this.#host = host
    this.#deliveries = new Deliveries(host, 'paymob')
  }

  all = (): PaymobCard[] => this.#host.list<PaymobCard>(CARD)
  find = (token: string): PaymobCard | undefined => this.all().find((one) => one.token === token)

  remove(card: PaymobCard): void {
    this.#host.delete(sortableKey(CARD, card.id))
  }

  async save(intention: Intention, number: string): Promise<PaymobCard> {
    const now = await this.#host.now()
    const id = nextNumber(this.#host, CARD)
    const card: PaymobCard = {
      id,
      token: crypto.randomUUID().replaceAll('-', '').padEnd(64, '0'),
      maskedPan: `xxxx-xxxx-xxxx-${number.slice(-4)}`,
      subtype: brandOf(number),
      email: intention.customer.email,
    }
    this.#host.put(sortableKey(CARD, id), card)
    const obj = {
      id,
      token: card.token,
      masked_pan: card.maskedPan,
      merchant_id: MERCHANT_ID,
      card_subtype: card.subtype,
      created_at: new Date(now).toISOString().replace('Z', '000'),
      email: card.email,
      order_id: String(intention.orderId),
      user_added: false,
    }
    const signed = [
      obj.card_subtype,
      obj.created_at,
      obj.email,
      obj.id,
      obj.masked_pan,
      obj.merchant_id,
      obj.order_id,
      obj.token,
    ]
    const hmac = createHmac('sha512', localKeys.PAYMOB_HMAC_SECRET).update(signed.join('')).digest('hex')
    const delivery = await this.#deliveries.record({
      referenceNumber: String(intention.orderId),
      url: `${intention.webhook}?hmac=${hmac}`,
      body: JSON.stringify({ type: 'TOKEN', obj }),
    })
    this.#deliveries.announce(delivery)
    return card
  }
}
