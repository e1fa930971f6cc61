import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core'
import type { LocalDay } from '#domain/cairo'
import {
  CALL_BOUNDS,
  type CallFigure,
  deviceClasses,
  joinFailures,
  mediaRoutes,
  networkKinds,
} from '#domain/sessions/call-quality'
import { between, flag, instant, oneOf } from './columns.ts'
import { lessonMembers } from './lessons.ts'

const bounded = (name: CallFigure, column: AnySQLiteColumn) =>
  check(`call_minutes_${column.name}`, sql`${column} IS NULL OR ${between(column, 0, CALL_BOUNDS[name])}`)

/** What one side of a lesson's call has received in a minute (docs/rules/lessons.md 12.1). The first row of a minute counts. */
export const callMinutes = sqliteTable(
  'call_minutes',
  {
    lessonId: integer('lesson_id').notNull(),
    userId: integer('user_id').notNull(),
    minute: instant('minute').notNull(),
    loss: integer('loss'),
    roundTripMs: integer('round_trip_ms'),
    jitterMs: integer('jitter_ms'),
    freezes: integer('freezes'),
    frozenMs: integer('frozen_ms'),
    interruptedMs: integer('interrupted_ms'),
    receivedKbps: integer('received_kbps'),
    firstPictureMs: integer('first_picture_ms'),
    route: text('route', { enum: mediaRoutes }),
    network: text('network', { enum: networkKinds }),
    failure: text('failure', { enum: joinFailures }),
    /** By the bounds when it was kept (docs/rules/lessons.md 12.3). */
    isPoor: flag('is_poor').notNull(),
    device: text('device', { enum: deviceClasses }).notNull(),
    /** Of the network; empty where it is not known. */
    operator: text('operator').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lessonId, t.userId, t.minute] }),
    foreignKey({
      name: 'call_minutes_member',
      columns: [t.lessonId, t.userId],
      foreignColumns: [lessonMembers.lessonId, lessonMembers.userId],
    }),
    check('call_minutes_whole', sql`${t.minute} % 60000 = 0`),
    bounded('loss', t.loss),
    bounded('roundTripMs', t.roundTripMs),
    bounded('jitterMs', t.jitterMs),
    bounded('freezes', t.freezes),
    bounded('frozenMs', t.frozenMs),
    bounded('interruptedMs', t.interruptedMs),
    bounded('receivedKbps', t.receivedKbps),
    bounded('firstPictureMs', t.firstPictureMs),
    check('call_minutes_route', sql`${t.route} IS NULL OR ${oneOf(t.route, mediaRoutes)}`),
    check('call_minutes_network', sql`${t.network} IS NULL OR ${oneOf(t.network, networkKinds)}`),
    check(
      'call_minutes_failure',
      sql`${t.failure} IS NULL OR (${oneOf(t.failure, joinFailures)} AND COALESCE(${t.loss}, ${t.roundTripMs}, ${t.jitterMs}, ${t.freezes}, ${t.frozenMs}, ${t.interruptedMs}, ${t.receivedKbps}, ${t.firstPictureMs}) IS NULL)`,
    ),
    check('call_minutes_device', oneOf(t.device, deviceClasses)),
    check('call_minutes_operator', sql`length(${t.operator}) <= 60`),
    // For counting a day, and for deleting old minutes.
    index('call_minutes_minute').on(t.minute),
  ],
)

const count = (name: string) => integer(name).notNull()

/** What was counted of a network and class of device, on one day or on several. */
const counts = () => ({
  operator: text('operator').notNull(),
  device: text('device', { enum: deviceClasses }).notNull(),
  /** Calls of a person. */
  calls: count('calls'),
  measured: count('measured'),
  poor: count('poor'),
  failed: count('failed'),
  /** Of the minutes of which the route is known, those that went through a relay. */
  routed: count('routed'),
  relayed: count('relayed'),
  /** Sums, and the minutes that have the figure. */
  lossSum: count('loss_sum'),
  lossMinutes: count('loss_minutes'),
  roundTripSum: count('round_trip_sum'),
  roundTripMinutes: count('round_trip_minutes'),
})

/** The minutes of a day in Cairo that is over (docs/rules/staff.md 17.2). */
export const callDays = sqliteTable('call_days', { day: text('day').$type<LocalDay>().notNull(), ...counts() }, (t) => [
  primaryKey({ columns: [t.day, t.operator, t.device] }),
])

/** The days that count, added up (docs/rules/staff.md 17.1). Shares are in hundredths of a percent. */
export const callNetworks = sqliteTable(
  'call_networks',
  {
    ...counts(),
    poorShare: integer('poor_share'),
    relayShare: integer('relay_share'),
    /** Means: in thousandths of the packets, and in milliseconds. */
    loss: integer('loss'),
    roundTripMs: integer('round_trip_ms'),
    /** The first of the days that count. */
    since: text('since').$type<LocalDay>().notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.operator, t.device] }),
    index('call_networks_measured').on(t.measured),
    index('call_networks_poor').on(t.poorShare),
    index('call_networks_failed').on(t.failed),
  ],
)
