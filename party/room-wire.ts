import type { ActResponse, ChatResult, RoomUpdate } from './interfaces.ts'

/**
 * The text format between rooms and their members' objects: a JSON header line, then one event's JSON per line (`JSON.stringify`
 * emits no line breaks). Nested inside other JSON, each event would be escaped by the sender and parsed by the receiver.
 */

/** `latest` is omitted when it is the message of the last event, which is the common case. */
type Head = Omit<RoomUpdate, 'events' | 'latest'> & { revs: number[]; latest?: string | null }

const NEW_MESSAGE = '{"event":"RoomMessage","payload":'

/** The event of a new message, whose JSON is `message`. */
export const newMessageFrame = (message: string): string => `${NEW_MESSAGE}${message}}`

export const isNewMessage = (frame: string): boolean => frame.startsWith(NEW_MESSAGE)

/** The message's JSON in the event of a new message; null for other events. */
const messageIn = (frame: string | undefined): string | null =>
  frame !== undefined && isNewMessage(frame) ? frame.slice(NEW_MESSAGE.length, -1) : null

export function writeUpdate({ events, latest, ...rest }: RoomUpdate): string {
  const head: Head = { ...rest, revs: events.map(({ rev }) => rev) }
  if (latest !== messageIn(events.at(-1)?.frame)) head.latest = latest
  return [JSON.stringify(head), ...events.map(({ frame }) => frame)].join('\n')
}

export function readUpdate(text: string): RoomUpdate {
  const [head = '', ...frames] = text.split('\n')
  const { roomId, otherId, unread, revs, latest = messageIn(frames.at(-1)) } = JSON.parse(head) as Head
  const events = frames.map((frame, index) => ({ rev: revs[index] ?? 0, frame }))
  return { roomId, otherId, unread, latest, events }
}

/** The results of a member's acts, as the header line, and the update that goes with them, on the lines after it. */
export const writeResponse = ({ results, update }: ActResponse): string =>
  update ? `${JSON.stringify(results)}\n${writeUpdate(update)}` : JSON.stringify(results)

export function readResponse(text: string): ActResponse {
  const end = text.indexOf('\n')
  const results = JSON.parse(end < 0 ? text : text.slice(0, end)) as ChatResult[]
  return { results, update: end < 0 ? null : readUpdate(text.slice(end + 1)) }
}
