import { nextNumber, type StandInHost, sortableKey } from './stand-in-host.ts'

/** A notice as it was or would be sent; `status` is the product's last answer, 0 while it was not sent. */
export type Delivery = {
  id: number
  referenceNumber: string
  url: string
  headers: Record<string, string>
  body: string
  status: number
  sent: number
  at: string
}

export type Corruption = 'signature' | 'amount'
/** Spoils a notice as asked, without signing it anew. */
export type Corrupter = (delivery: Delivery, how: Corruption) => Pick<Delivery, 'url' | 'body'>

/** The log of notices of one provider, from which each can be sent again. */
export class Deliveries {
  readonly #host: StandInHost
  readonly #prefix: string

  constructor(host: StandInHost, provider: string) {
    this.#host = host
    this.#prefix = `${provider}:delivery:`
  }

  async record(notice: Pick<Delivery, 'referenceNumber' | 'url' | 'body'>): Promise<Delivery> {
    const id = nextNumber(this.#host, this.#prefix)
    const headers = { 'content-type': 'application/json' }
    const at = new Date(await this.#host.now()).toISOString()
    return this.#keep({ ...notice, id, headers, status: 0, sent: 0, at })
  }

  list(referenceNumber?: string): Delivery[] {
    return this.#host
      .list<Delivery>(this.#prefix)
      .filter((one) => referenceNumber === undefined || one.referenceNumber === referenceNumber)
  }

  find = (id: number): Delivery | undefined => this.#host.get<Delivery>(sortableKey(this.#prefix, id))

  /** Sends a notice so many times at once; the statuses that the product answered with, each with its count. */
  async send(delivery: Delivery, times = 1, spoiled: Pick<Delivery, 'url' | 'body'> = delivery) {
    const statuses = await Promise.all(Array.from({ length: times }, () => this.#post(delivery, spoiled)))
    // Others may have sent it meanwhile.
    const known = this.find(delivery.id) ?? delivery
    const status = spoiled === delivery ? (statuses.at(-1) ?? 0) : known.status
    this.#keep({ ...known, sent: known.sent + times, status })
    const counts: Record<string, number> = {}
    for (const answered of statuses) counts[answered] = (counts[answered] ?? 0) + 1
    return { sent: times, statuses: counts }
  }

  async #post({ headers }: Delivery, { url, body }: Pick<Delivery, 'url' | 'body'>): Promise<number> {
    try {
      const answer = await this.#host.sendToProduct(new Request(url, { method: 'POST', headers, body }))
      await answer.body?.cancel()
      return answer.status
    } catch {
      return 0
    }
  }

  #keep(delivery: Delivery): Delivery {
    this.#host.put(sortableKey(this.#prefix, delivery.id), delivery)
    return delivery
  }
}
