import * as z from 'zod/mini'

/** What a client is told about each frame it sends (docs/rules/live.md 1.3). */
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
] as const
export type Acknowledgement = (typeof acknowledgements)[number]

/** The answer to a frame of the client; `ack` is the name that the client gave to it, null where it gave none. */
export const ackFrame = z.object({ ack: z.nullable(z.string()), code: z.enum(acknowledgements) })
export type AckFrame = z.output<typeof ackFrame>

export const ackFrameFor = (ack: string | null, code: Acknowledgement): AckFrame => ({ ack, code })

/** A frame as it was understood: the event of it, or none that this party knows in a form that it allows. */
export type ParsedFrame<Event> = { ok: true; ack: string | null; event: Event } | { ok: false; ack: string | null }

/**
 * The heartbeat: always these very letters, so that the platform answers it without waking the party. A party that has
 * not heard a line for a while sends `PROBE`, which is answered by a heartbeat at once.
 */
export const HEARTBEAT_ACK = 'heartbeat'
export const HEARTBEAT = JSON.stringify({ event: 'ping', ack: HEARTBEAT_ACK })
export const HEARTBEAT_RESPONSE = JSON.stringify({ ack: HEARTBEAT_ACK, code: 'ok' })
export const PING = JSON.stringify({ event: 'ping' })

/** Why any party may close a socket. */
export const CLOSE_CODE = {
  /** The token has expired, or all older ones were ended. */
  signedOut: 4401,
  /** Nothing was heard for too long: the line is taken for dead. */
  heartbeatTimeout: 4408,
  /** Too many frames, or too many tabs. */
  limitExceeded: 4429,
} as const

export const MAX_FRAME = 64 * 1024
const MAX_ACK = 100

const envelope = z.object({ ack: z.optional(z.union([z.string().check(z.maxLength(MAX_ACK)), z.number()])) })

/** The name of a frame that is too large to be read, where it stands first, after the event, or last. */
const ACK_PROPERTY = /"ack"\s*:\s*("[^"\\]{0,100}"|\d{1,15})/.source
const LEADING_ACK = new RegExp(`^\\s*\\{\\s*(?:"event"\\s*:\\s*"\\w{1,64}"\\s*,\\s*)?${ACK_PROPERTY}`)
const TRAILING_ACK = new RegExp(`,\\s*${ACK_PROPERTY}\\s*\\}\\s*$`)
const EDGE_LENGTH = 256

function ackOfOversized(frame: string): string | null {
  const [, name = null] =
    LEADING_ACK.exec(frame.slice(0, EDGE_LENGTH)) ?? TRAILING_ACK.exec(frame.slice(-EDGE_LENGTH)) ?? []
  return name && String(JSON.parse(name))
}

function parseJson(frame: unknown): unknown {
  if (typeof frame !== 'string' || frame.length > MAX_FRAME) return undefined
  try {
    return JSON.parse(frame)
  } catch {
    return undefined
  }
}

/**
 * Makes the reader of a party's frames `{ event, payload, ack? }`. Sockets are as untrusted as HTTP bodies: whatever
 * comes is answered, nothing throws. A payload may be left out where an event has none.
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

/** One event by its wire name. */
export const event = <const Name extends string, P extends z.ZodMiniType>(name: Name, payload: P) =>
  z.object({ event: z.literal(name), payload })

/** An event that says all by its name. */
export const bareEvent = <const Name extends string>(name: Name) =>
  z.object({ event: z.literal(name), payload: z.optional(z.unknown()) })

/** What the client makes of a frame: an answer to one of its own, an event, or nothing that it knows. */
export function serverFrameReader<S extends z.ZodMiniType>(
  events: S,
): (frame: unknown) => AckFrame | z.output<S> | null {
  const known = z.union([ackFrame, events])
  return (frame) => {
    const read = known.safeParse(parseJson(frame))
    return read.success ? read.data : null
  }
}
