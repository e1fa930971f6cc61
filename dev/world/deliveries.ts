import { Faults, NOTICE_FAULTS } from './faults.ts'
import { nextNumber, type StandInHost, sortableKey } from './stand-in-host.ts'

/** A webhook that was recorded; `status` is the product's last answer, 0 before the first one. */
export type Delivery = {
  id: number
  referenceNumber: string
  url: string
  headers: Record<string, string>
  body: string
  status: number
  /** How many times it was sent. */
  sent: number
  at: string
}

type Content = Pick<Delivery, 'url' | 'body'>

export type Corruption = 'signature' | 'amount'
/** Changes the signature or the amount without signing again. */
export type Corrupter = (delivery: Delivery, corruption: Corruption) => Content

/** The webhook deliveries of one provider, each of which can be sent again. */
export class Deliveries {
  readonly #host: StandInHost
  readonly #prefix: string
  readonly #faults: Faults

  constructor(host: StandInHost, provider: string) {
    this.#host = host
    this.#prefix = `${provider}:delivery:`
    this.#faults = new Faults(host, provider)
  }

  /** Stores a delivery without sending it. */
  async record(
    delivery: Pick<Delivery, 'referenceNumber' | 'url' | 'body'>,
    headers: Delivery['headers'] = { 'content-type': 'application/json' },
  ): Promise<Delivery> {
    const id = nextNumber(this.#host, this.#prefix)
    const at = new Date(await this.#host.now()).toISOString()
    return this.#save({ ...delivery, id, headers, status: 0, sent: 0, at })
  }

  list(referenceNumber?: string): Delivery[] {
    return this.#host
      .list<Delivery>(this.#prefix)
      .filter((delivery) => referenceNumber === undefined || delivery.referenceNumber === referenceNumber)
  }

  find = (id: number): Delivery | undefined => this.#host.get<Delivery>(sortableKey(this.#prefix, id))

  /** Sends a new delivery after the response, unless a fault was asked for that loses, repeats or holds it back. */
  announce(delivery: Delivery): void {
    const fault = this.#faults.take(NOTICE_FAULTS)
    if (fault === 'lost') return
    if (fault === 'reordered') {
      this.#faults.hold(delivery.id)
      return
    }
    const held = this.find(this.#faults.release() ?? 0)
    this.#host.waitUntil(async () => {
      await this.send(delivery, fault === 'duplicate' ? 2 : 1)
      if (held) await this.send(held)
    })
  }

  /** Sends a delivery several times at once and counts the answers by status. `content` is sent instead of the stored one. */
  async send(delivery: Delivery, times = 1, content: Content = delivery) {
    const statuses = await Promise.all(Array.from({ length: times }, () => this.#post(delivery, content)))
    // Read again: another request may have sent it meanwhile, and its count must not be lost.
    const current = this.find(delivery.id) ?? delivery
    const status = content === delivery ? (statuses.at(-1) ?? 0) : current.status
    this.#save({ ...current, sent: current.sent + times, status })
    const counts: Record<string, number> = {}
    for (const answer of statuses) counts[answer] = (counts[answer] ?? 0) + 1
    return { sent: times, statuses: counts }
  }

  async #post({ headers }: Delivery, { url, body }: Content): Promise<number> {
    try {
      const response = await this.#host.sendToProduct(new Request(url, { method: 'POST', headers, body }))
      await response.body?.cancel()
      return response.status
    } catch {
      return 0
    }
  }

  #save(delivery: Delivery): Delivery {
    this.#host.put(sortableKey(this.#prefix, delivery.id), delivery)
    return delivery
  }
}
