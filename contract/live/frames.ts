import * as z from 'zod/mini'
import { withoutControls } from '#domain/text'

/** The acknowledgement codes: every client frame is answered with one (docs/rules/live.md 1.3). */
export const acknowledgements = [
  'ok',
  'empty-text',
  'room-not-found',
  'message-not-found',
  'lesson-not-found',
  'interview-not-found',
  'not-member',
  'not-owner',
  'unreachable',
  'unallowed',
  'invalid-session-id',
  'message-text-invalid-html',
] as const
export type Acknowledgement = (typeof acknowledgements)[number]

/** The acknowledgement of a client frame; `ack` is the id that the client gave the frame, null if it gave none. */
export const ackFrame = z.object({ ack: z.nullable(z.string()), code: z.enum(acknowledgements) })
export type AckFrame = z.output<typeof ackFrame>

export const ackFrameFor = (ack: string | null, code: Acknowledgement): AckFrame => ({ ack, code })

/** The result of parsing a client frame; `ok` is false if it is not a valid event of this party. */
export type ParsedFrame<Event> = { ok: true; ack: string | null; event: Event } | { ok: false; ack: string | null }

/**
 * The heartbeat. The platform compares the text exactly to answer it without waking the Durable Object, so client and party
 * must use this constant. A client answers the `PING` of a party with a heartbeat at once.
 */
export const HEARTBEAT_ACK = 'heartbeat'
export const HEARTBEAT = JSON.stringify({ event: 'ping', ack: HEARTBEAT_ACK })
export const HEARTBEAT_RESPONSE = JSON.stringify({ ack: HEARTBEAT_ACK, code: 'ok' })
export const PING = JSON.stringify({ event: 'ping' })

/** The close codes that every party uses. */
export const CLOSE_CODE = {
  /** The token has expired or was revoked. */
  signedOut: 4401,
  /** Nothing was received for too long. */
  heartbeatTimeout: 4408,
  /** Too many frames, or too many connections of one user. */
  limitExceeded: 4429,
} as const

/** The longest frame that is parsed, in UTF-16 code units. */
export const MAX_FRAME = 64 * 1024
const MAX_ACK = 100

const envelope = z.object({ ack: z.optional(z.union([z.string().check(z.maxLength(MAX_ACK)), z.number()])) })

/**
 * The `ack` of a frame that is too large to parse, if it is the first property, the one after `event`, or the last, so that
 * the client gets its acknowledgement.
 */
const ACK_PROPERTY = /"ack"\s*:\s*("[^"\\]{0,100}"|\d{1,15})/.source
const LEADING_ACK = new RegExp(`^\\s*\\{\\s*(?:"event"\\s*:\\s*"\\w{1,64}"\\s*,\\s*)?${ACK_PROPERTY}`)
const TRAILING_ACK = new RegExp(`,\\s*${ACK_PROPERTY}\\s*\\}\\s*$`)
const EDGE_LENGTH = 256

function ackOfOversized(frame: string): string | null {
  const [, ack = null] =
    LEADING_ACK.exec(frame.slice(0, EDGE_LENGTH)) ?? TRAILING_ACK.exec(frame.slice(-EDGE_LENGTH)) ?? []
  return ack && String(JSON.parse(ack))
}

function parseJson(frame: unknown): unknown {
  if (typeof frame !== 'string' || frame.length > MAX_FRAME) return undefined
  try {
    // Texts of a frame are taken as those of a call are.
    return JSON.parse(frame, (_, value: unknown) => (typeof value === 'string' ? withoutControls(value) : value))
  } catch {
    return undefined
  }
}

/**
 * Creates a party's parser of client frames `{ event, payload, ack? }`. Sockets are as untrusted as HTTP bodies: any input
 * yields a result that can be acknowledged, and nothing throws. `payload` may be absent for events without one.
 */
export function clientFrameReader<S extends z.ZodMiniType>(events: S): (frame: unknown) => ParsedFrame<z.output<S>> {
  return (frame) => {
    if (typeof frame === 'string' && frame.length > MAX_FRAME) return { ok: false, ack: ackOfOversized(frame) }
    const value = parseJson(frame)
    const outer = envelope.safeParse(value)
    if (!outer.success) return { ok: false, ack: null }
    const ack = outer.data.ack === undefined ? null : String(outer.data.ack)
    const inner = events.safeParse(value)
    return inner.success ? { ok: true, ack, event: inner.data } : { ok: false, ack }
  }
}

/** An event by its wire name, with its payload. */
export const event = <const Name extends string, P extends z.ZodMiniType>(name: Name, payload: P) =>
  z.object({ event: z.literal(name), payload })

/** An event without a payload; a payload that is sent anyway is ignored. */
export const bareEvent = <const Name extends string>(name: Name) =>
  z.object({ event: z.literal(name), payload: z.optional(z.unknown()) })

/**
 * Creates a client's parser of server frames: an acknowledgement, an event, or null for one that this version does not
 * know.
 */
export function serverFrameReader<S extends z.ZodMiniType>(
  events: S,
): (frame: unknown) => AckFrame | z.output<S> | null {
  const known = z.union([ackFrame, events])
  return (frame) => {
    const read = known.safeParse(parseJson(frame))
    return read.success ? read.data : null
  }
}
