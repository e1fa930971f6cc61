import type { Instant } from '../cairo.ts'
import { innerText } from '../rich-text.ts'
import { isRegularTutor, isStudent, isStudio, isTutorManager, isTutorSide, type Role } from '../roles.ts'
import { whyNotMessageText } from './message-text.ts'

/** A chat of two users; the lower id comes first. */
export type ChatRoom = { id: number; members: readonly [number, number] }

/** A stored message. `seq` counts from 1 without gaps within the room: a deleted message keeps its number. */
export type StoredMessage = {
  seq: number
  userId: number
  /** The client's id of the message, unique per author and room, by which a repeated send is detected; null without one. */
  refId: string | null
  text: string
  read: boolean
  edited: boolean
  deleted: boolean
  createdAt: Instant
  updatedAt: Instant
}

/** Why a chat frame is refused: acknowledgements of docs/rules/live.md 1.3. */
export type ChatRefusal =
  | 'empty-text'
  | 'room-not-found'
  | 'message-not-found'
  | 'not-member'
  | 'not-owner'
  | 'unallowed'
  | 'message-text-invalid-html'

const SEQ_BITS = 22
/** The most messages a room can have. */
export const MAX_SEQ = 2 ** SEQ_BITS - 1

/** A message's id is unique among all rooms, ordered within its room, and contains the room's id (docs/rules/chat.md 2.4). */
export const messageIdOf = (roomId: number, seq: number): number => roomId * 2 ** SEQ_BITS + seq
export const roomIdOf = (messageId: number): number => Math.floor(messageId / 2 ** SEQ_BITS)
export const seqOf = (messageId: number): number => messageId % 2 ** SEQ_BITS

const FIRST_BREAKS = /^(?:\s|<br\s*\/?>)+/i
const BREAK = /^<br\s*\/?>$/i

/**
 * The text to store: without line breaks at its ends (docs/rules/chat.md 2.1). Linear in the text's length: a regular
 * expression for the trailing breaks would backtrack on hostile input.
 */
export function cleanMessage(text: string): string {
  let trimmed = text.replace(FIRST_BREAKS, '').trimEnd()
  for (;;) {
    const last = trimmed.lastIndexOf('<')
    if (last < 0 || !BREAK.test(trimmed.slice(last))) return trimmed
    trimmed = trimmed.slice(0, last).trimEnd()
  }
}

/** A message without its markup, for the search. */
export const plainMessage = (text: string): string => innerText(text)

export const isMember = ({ members }: ChatRoom, userId: number): boolean => members.includes(userId)

/** The member of the room who is not `userId`. */
export const otherMember = ({ members: [lower, higher] }: ChatRoom, userId: number): number =>
  userId === lower ? higher : lower

/** Why a cleaned text is refused; a text that passes is safe to render as HTML (docs/rules/chat.md 2.1). */
function whyNotText(text: string): ChatRefusal | null {
  const code = whyNotMessageText(text)
  if (code === null || code === 'message-text-invalid-html') return code
  return code === 'message-text-too-short' ? 'empty-text' : 'unallowed'
}

/** Only members may send, and never an empty text (docs/rules/chat.md 4.1). `lastSeq` is the `seq` of the last message. */
export function whyNotSend(room: ChatRoom, userId: number, text: string, lastSeq: number): ChatRefusal | null {
  const refusal = whyNotText(text)
  if (refusal === 'empty-text') return refusal
  if (!isMember(room, userId)) return 'not-member'
  return lastSeq >= MAX_SEQ ? 'unallowed' : refusal
}

type MessageAuthorship = Pick<StoredMessage, 'userId' | 'deleted'> | null

/** Only the author may delete a message, once. */
export function whyNotDelete(message: MessageAuthorship, userId: number): ChatRefusal | null {
  if (!message || message.deleted) return 'message-not-found'
  return message.userId === userId ? null : 'not-owner'
}

/** Only the author may edit a message, at any time until it is deleted. */
export const whyNotEdit = (message: MessageAuthorship, userId: number, text: string): ChatRefusal | null =>
  whyNotDelete(message, userId) ?? whyNotText(text)

/**
 * Only the recipient may mark a message as read. A deleted message may be marked too, since it still marks how far they
 * have read.
 */
export function whyNotRead(room: ChatRoom, message: MessageAuthorship, userId: number): ChatRefusal | null {
  if (!message) return 'message-not-found'
  if (!isMember(room, userId)) return 'not-member'
  return message.userId === userId ? 'unallowed' : null
}

/**
 * Which roles may chat (docs/rules/chat.md 1.1): students with tutors and tutor managers, tutors with tutor managers, tutor
 * managers with both. For studios see `mayOpenStudioRoom`.
 */
export function mayOpenRoom(opener: Role, other: Role): boolean {
  if (isStudent(opener) || isTutorManager(opener)) return isTutorSide(other)
  return isRegularTutor(opener) && isTutorManager(other)
}

/** Somebody who may have chosen a studio. */
export type Photographed = { id: number; role: Role; studioId: number | null }

/** Whether the two are a studio and a tutor or manager who has chosen it, in either order. */
export const mayOpenStudioRoom = (one: Photographed, other: Photographed): boolean =>
  [
    { studio: one, tutor: other },
    { studio: other, tutor: one },
  ].some(({ studio, tutor }) => isStudio(studio.role) && isTutorSide(tutor.role) && tutor.studioId === studio.id)

/** A student must verify the e-mail address before chatting (docs/rules/chat.md 1.2). */
export const mayChat = (role: Role, verifiedEmail: boolean): boolean => !isStudent(role) || verifiedEmail
