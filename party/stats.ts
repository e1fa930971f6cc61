import { DurableObject } from 'cloudflare:workers'
import { bookLesson } from '#contract/calls/lessons'
import type { Point, ServerStats } from '#contract/live/server-stats'
import { localDay, minutes, toIso } from '#domain/cairo'
import { BROADCAST_ROOMS } from '#domain/live'
import {
  addSums,
  answeredOf,
  concurrency,
  figuresByCall,
  outcomesOf,
  STEP_MS,
  type Step,
  type Sums,
  seriesOf,
  stepAt,
  sumSince,
  totalOf,
  WINDOW_MS,
  windowStart,
} from '#domain/staff/measurements'
import {
  addVisits,
  firstVisitDay,
  noVisits,
  sumsOfVisit,
  type Visit,
  type VisitedApp,
  type VisitFigures,
  type VisitSums,
  visitFigures,
} from '#domain/staff/visits'
import { readClock } from './clock.ts'
import type { RequestOutcomes, StatsObject, StatsReport } from './interfaces.ts'
import { type Migration, migrate } from './migrations.ts'
import { readGauges } from './server-gauges.ts'
import { type PartyBindings, publish, subscribersOf } from './stubs.ts'
import { readTimer } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }

/** The steps of the window, and the visits of days. Append only: see `migrations.ts`. */
const MIGRATIONS: readonly Migration[] = [
  (sql) => {
    sql.exec('CREATE TABLE steps (start INTEGER PRIMARY KEY, sums TEXT NOT NULL)')
  },
  (sql) => {
    sql.exec(
      'CREATE TABLE visits (day TEXT, app TEXT, page TEXT, sums TEXT NOT NULL, PRIMARY KEY (day, app, page)) WITHOUT ROWID',
    )
  },
]

/** A booking's name in the statistics. */
const BOOKING = `${bookLesson.method} ${bookLesson.path}`
/** The period that the calls and codes of a sample cover. */
const SAMPLED_MS = minutes(5)
/** The number of calls in a sample: those with the most requests. */
const SAMPLED_CALLS = 20
/** Steps older than the window are deleted together, about this often. */
const SWEEP_MS = minutes(1)

/**
 * The statistics of the servers (docs/rules/staff.md 7.1 to 7.8): isolates report their sums, and while the room `ServerStats` has
 * subscribers, an alarm emits a sample every step. An idle object is evicted; the window is stored.
 */
export class StatsParty extends DurableObject<Env> implements StatsObject {
  readonly #since = readTimer()
  readonly #steps: Map<number, Step>

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx.storage, MIGRATIONS)
    const stored = ctx.storage.sql.exec<{ start: number; sums: string }>('SELECT start, sums FROM steps ORDER BY start')
    this.#steps = new Map(
      [...stored].map(({ start, sums }) => [start, { start, sums: JSON.parse(sums) as Sums }] as const),
    )
  }

  /** Adds an isolate's sums to the current step, as one row. */
  add(sums: Sums): void {
    const start = stepAt(readTimer())
    const step = { start, sums: addSums(this.#steps.get(start)?.sums ?? {}, sums) }
    this.#steps.set(start, step)
    this.ctx.storage.sql.exec(
      'INSERT OR REPLACE INTO steps (start, sums) VALUES (?, ?)',
      start,
      JSON.stringify(step.sums),
    )
    this.#deleteOld()
  }

  #deleteOld(): void {
    const oldest = windowStart(readTimer())
    const [first = oldest] = this.#steps.keys()
    if (first >= oldest - SWEEP_MS) return
    for (const start of this.#steps.keys()) if (start < oldest) this.#steps.delete(start)
    this.ctx.storage.sql.exec('DELETE FROM steps WHERE start < ?', oldest)
  }

  /** Adds a visit to its day, by the product's clock (docs/rules/staff.md 7.8). */
  addVisit(visit: Visit): void {
    const { app, page } = visit
    const today = localDay(readClock())
    const { sql } = this.ctx.storage
    const [known] = sql.exec<{ sums: string }>(
      'SELECT sums FROM visits WHERE day = ? AND app = ? AND page = ?',
      today,
      app,
      page,
    )
    const sums = known ? (JSON.parse(known.sums) as VisitSums) : noVisits()
    addVisits(sums, sumsOfVisit(visit))
    const text = JSON.stringify(sums)
    sql.exec('INSERT OR REPLACE INTO visits (day, app, page, sums) VALUES (?, ?, ?, ?)', today, app, page, text)
    if (!known) sql.exec('DELETE FROM visits WHERE day < ?', firstVisitDay(today))
  }

  #visits(): VisitFigures[] {
    const rows = this.ctx.storage.sql.exec<{ app: VisitedApp; page: string; sums: string }>(
      'SELECT app, page, sums FROM visits WHERE day >= ?',
      firstVisitDay(localDay(readClock())),
    )
    return visitFigures([...rows].map(({ app, page, sums }) => ({ app, page, sums: JSON.parse(sums) as VisitSums })))
  }

  /** Emits a sample at once and then every step, until there are no subscribers. */
  async startSampling(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(readTimer())
  }

  override async alarm(): Promise<void> {
    if ((await subscribersOf(this.env, 'ServerStats')) === 0) return
    // Set before the sample is taken, so that a failure does not end the series.
    await this.ctx.storage.setAlarm(readTimer() + STEP_MS)
    await publish(this.env, 'ServerStats', { event: 'ServerStats', payload: await this.#sample() })
  }

  /** The window so far. */
  async report(): Promise<StatsReport> {
    const now = readTimer()
    const sums = this.#sumsOf(WINDOW_MS, now)
    const { codes, database } = totalOf(sums)
    return {
      now: await this.#sample(),
      hour: { calls: figuresByCall(sums), codes, database },
      minutes: this.#points(now, WINDOW_MS, minutes(1)),
      visits: this.#visits(),
    }
  }

  /** How requests ended, for the alerts (docs/rules/staff.md 19.1). */
  outcomes(): RequestOutcomes {
    const now = readTimer()
    const hour = this.#sumsOf(WINDOW_MS, now)
    return {
      requests: { recent: outcomesOf(totalOf(this.#sumsOf(SAMPLED_MS, now))), hour: outcomesOf(totalOf(hour)) },
      bookings: answeredOf(hour[BOOKING]),
    }
  }

  #sumsOf(spanMs: number, now: number): Sums {
    return sumSince(this.#steps.values(), now, spanMs)
  }

  #points(now: number, spanMs: number, widthMs: number): Point[] {
    return seriesOf(this.#steps.values(), now, spanMs, widthMs).map(({ at, ...figures }) => ({
      at: toIso(at),
      ...figures,
    }))
  }

  /** The meaning of each field is in docs/rules/staff.md 7.5. */
  async #sample(): Promise<ServerStats> {
    const now = readTimer()
    const gauges = await this.#gauges()
    const recent = this.#sumsOf(SAMPLED_MS, now)
    const lastMinute = this.#sumsOf(minutes(1), now)
    const { codes, database } = totalOf(recent)
    const { requests, database: lastUse } = totalOf(lastMinute)
    const load = (spanMs: number) => concurrency(this.#steps.values(), now, spanMs)
    return {
      memory: gauges?.databaseSize ?? 0,
      cpu: (100 * lastUse.sqlMs) / minutes(1),
      elapsed: now - this.#since,
      timestamp: now,
      load: [load(minutes(1)), load(minutes(5)), load(minutes(15))],
      requestsPerSecond: (1000 * requests) / minutes(1),
      calls: figuresByCall(recent).slice(0, SAMPLED_CALLS),
      codes,
      database,
      points: this.#points(now, SAMPLED_MS, STEP_MS),
      ...(gauges ? { gauges } : {}),
    }
  }

  /** Undefined while the database does not answer: that is when the request figures are needed most. */
  async #gauges(): Promise<ServerStats['gauges']> {
    try {
      const [counts, ...rooms] = await Promise.all([
        readGauges(this.env.DB, readClock()),
        ...BROADCAST_ROOMS.map(async (room) => [room, await subscribersOf(this.env, room)] as const),
      ])
      return { ...counts, subscribers: Object.fromEntries(rooms) }
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error('StatsParty: the gauges were not read', error)
      return undefined
    }
  }
}
