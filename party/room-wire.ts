import type { ChatResult } from './chat.ts'
import type { RoomUpdate } from './inbox.ts'

/**
 * What rooms and members' objects say to each other, as text: values as JSON on the first line, then the JSON of one event on each. JSON
 * has no line breaks of its own. Inside of other JSON all quotes of an event would be escaped, and read again by the other object.
 */

/** `latest` is left out where it is the message of the last event, as after nearly every message. */
type Head = Omit<RoomUpdate, 'events' | 'latest'> & { revs: number[]; latest?: string | null }

const NEW_MESSAGE = '{"event":"RoomMessage","payload":'

/** The event of a new message, whose JSON is `message`. */
export const newMessageFrame = (message: string): string => `${NEW_MESSAGE}${message}}`

export const isNewMessage = (frame: string): boolean => frame.startsWith(NEW_MESSAGE)

/** The JSON of the message that a frame is the event of; null where it is another event. */
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

/** What came of a member's acts, and the update that goes with it: on the lines after the first. */
export type Acted = { results: ChatResult[]; update: RoomUpdate | null }

export const writeActed = ({ results, update }: Acted): string =>
  update ? `${JSON.stringify(results)}\n${writeUpdate(update)}` : JSON.stringify(results)

export function readActed(text: string): Acted {
  const end = text.indexOf('\n')
  const results = JSON.parse(end < 0 ? text : text.slice(0, end)) as ChatResult[]
  return { results, update: end < 0 ? null : readUpdate(text.slice(end + 1)) }
}
