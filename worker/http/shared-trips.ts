import type { Instant } from '#domain/cairo'
import { readTimer } from './clock.ts'

/** The most that one trip asks for: its statement must stay short for other requests, which wait for it. */
const MOST_TOGETHER = 500
/** So often a request looks whether it was answered: in Workers one request cannot wake another. */
const POLL_MS = 20
/** The runtime drops a request whose client has gone away, and with it the trip that it makes for others. This long one is waited for. */
const LONGEST_MS = 2000

type Outcome<Answer> = { answers: readonly Answer[] } | { error: unknown }
/** `outcome` is null until the trip is over. */
type Trip<Answer> = { since: Instant; outcome: Outcome<Answer> | null }
/** Who asks, in which trip and at which place of it; without one as long as it has not gone. */
type Asker<Asked, Answer> = { asked: Asked; trip: Trip<Answer> | null; place: number }

const isUnderWay = (trip: Trip<unknown> | null): boolean =>
  trip !== null && trip.outcome === null && Math.abs(readTimer() - trip.since) < LONGEST_MS

/**
 * Asks the database in one trip for what many requests of an isolate want at one moment, such as those of all the connections that
 * come back after a loss: it answers one statement after the other, and many cost far more than one of as many rows. A request that
 * comes while no trip is under way goes at once; those that come meanwhile go together when it is over. So nobody is answered with
 * what was read before they came.
 */
export class SharedTrips<At, Asked, Answer> {
  readonly #carryOut: (at: At, asked: readonly Asked[]) => Promise<readonly Answer[]>
  #waiting: Asker<Asked, Answer>[] = []
  #last: Trip<Answer> | null = null

  /** `carryOut` answers each in its place. */
  constructor(carryOut: (at: At, asked: readonly Asked[]) => Promise<readonly Answer[]>) {
    this.#carryOut = carryOut
  }

  /** @throws what the trip has thrown. */
  async ask(at: At, asked: Asked): Promise<Answer> {
    const asker: Asker<Asked, Answer> = { asked, trip: null, place: 0 }
    this.#waiting.push(asker)
    for (;;) {
      if (!asker.trip && !isUnderWay(this.#last)) await this.#go(at)
      const outcome = asker.trip?.outcome
      if (outcome && 'error' in outcome) throw outcome.error
      if (outcome) return outcome.answers[asker.place] as Answer
      await scheduler.wait(POLL_MS)
      if (asker.trip && asker.trip.outcome === null && !isUnderWay(asker.trip)) this.#askAgain(asker)
    }
  }

  async #go(at: At): Promise<void> {
    const askers = this.#waiting.splice(0, MOST_TOGETHER)
    if (askers.length === 0) return
    const trip: Trip<Answer> = { since: readTimer(), outcome: null }
    for (const [place, asker] of askers.entries()) Object.assign(asker, { trip, place })
    this.#last = trip
    const asked = askers.map((asker) => asker.asked)
    trip.outcome = await this.#carryOut(at, asked).then(
      (answers) => ({ answers }),
      (error: unknown) => ({ error }),
    )
  }

  #askAgain(asker: Asker<Asked, Answer>): void {
    asker.trip = null
    this.#waiting.push(asker)
  }
}
