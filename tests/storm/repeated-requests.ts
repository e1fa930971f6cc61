/**
 * Creating requests, each under an `Idempotency-Key` of its own. What a crash has cut off is sent again under its key, as the
 * app does it; at the end every request is sent once more, and must be answered as before without making anything.
 */
import { randomUUID } from 'node:crypto'
import type { Actor } from './acts.ts'

/** The outcome of a call whose answer never came: whether it was carried out is not known. */
export const CUT_OFF = 'cut off'

type Answer = { outcome: string; body: unknown }
type Send = (path: string, as: Actor, body: unknown, key: string) => Promise<Answer>
type Sent = { sentAt: number; key: string; path: string; userId: number; body: unknown; answer: Answer }

/** What an answer names: the lesson, the request for a withdrawal, or the order. */
const madeBy = ({ body }: Answer): unknown => {
  const { id, transactionId, checkoutUrl } = (body ?? {}) as Record<string, unknown>
  return id ?? transactionId ?? checkoutUrl
}

/** A key is kept for two days; what is older would act again. */
const REPEATABLE_MS = 46 * 3_600_000

/** Refusals that a key does not keep. */
const isTransient = (outcome: string) => outcome === 'too-many-requests' || outcome === 'service-unavailable'

export class RepeatedRequests {
  readonly #send: Send
  /** The product's clock. */
  readonly #now: () => number
  readonly #sent: Sent[] = []

  constructor(send: Send, now: () => number) {
    this.#send = send
    this.#now = now
  }

  async create(path: string, as: Actor, body: unknown): Promise<Answer> {
    const sent: Sent = {
      sentAt: this.#now(),
      key: randomUUID(),
      path,
      userId: as.id,
      body,
      answer: { outcome: CUT_OFF, body: undefined },
    }
    this.#sent.push(sent)
    sent.answer = await this.#send(path, as, body, sent.key)
    return sent.answer
  }

  /** Sends again what was cut off. Answers how many requests that were. */
  async repeatCutOff(actors: readonly Actor[]): Promise<number> {
    const cutOff = this.#sent.filter(({ answer }) => answer.outcome === CUT_OFF)
    for (const one of cutOff) one.answer = await this.#repeat(one, actors)
    return cutOff.length
  }

  #repeat({ path, userId, body, key }: Sent, actors: readonly Actor[]): Promise<Answer> {
    const as = actors.find(({ id }) => id === userId)
    if (!as) throw new Error(`Nobody has the id ${userId}`)
    return this.#send(path, as, body, key)
  }

  /** Sends what is young enough once more. Each answered sentence is a violation. */
  async faults(actors: readonly Actor[]): Promise<string[]> {
    const found: string[] = []
    await this.repeatCutOff(actors)
    const since = this.#now() - REPEATABLE_MS
    for (const one of this.#sent.filter(({ sentAt }) => sentAt > since)) {
      if (isTransient(one.answer.outcome)) continue
      const again = await this.#repeat(one, actors)
      if (again.outcome !== one.answer.outcome || madeBy(again) !== madeBy(one.answer))
        found.push(
          `${one.path} answered ${one.answer.outcome} ${madeBy(one.answer)}, and under the same key ${again.outcome} ${madeBy(again)}`,
        )
    }
    const made = this.#sent.filter(({ answer }) => answer.outcome === 'ok')
    const names = made.map((one) => `${one.path} ${madeBy(one.answer)}`)
    if (new Set(names).size < names.length) found.push('two keys were answered with the same record')
    return found
  }

  /** How many requests to this path were answered that they made something. */
  countMade(path: string): number {
    return this.#sent.filter((one) => one.path === path && one.answer.outcome === 'ok').length
  }
}
