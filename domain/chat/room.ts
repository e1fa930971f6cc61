import type { Instant } from '../cairo.ts'
import { innerText, isWellFormed } from '../rich-text.ts'
import { isRegularTutor, isStudent, isTutorManager, isTutorSide, type Role } from '../roles.ts'
import { whyNotMessageText } from './message-text.ts'

/** A chat of two people; the lower id first. */
export type ChatRoom = { id: number; members: readonly [number, number] }

/** A message as its room keeps it. `seq` counts up from 1 without a gap: a deleted message keeps its number. */
export type StoredMessage = {
  seq: number
  userId: number
  /** The name that its author gave it; null for one that came along with the opening of the room. */
  refId: string | null
  text: string
  read: boolean
  edited: boolean
  deleted: boolean
  createdAt: Instant
  updatedAt: Instant
}

/** Why a frame of chat is refused: acknowledgements of docs/rules/live.md 1.3. */
export type ChatRefusal =
  | 'empty-text'
  | 'room-not-found'
  | 'message-not-found'
  | 'not-member'
  | 'not-owner'
  | 'unallowed'

const SEQ_BITS = 22
/** So many messages fit into a room. */
export const MAX_SEQ = 2 ** SEQ_BITS - 1

/**
 * A message's id is unique among all rooms, ordered within one, and says which room to ask (docs/rules/chat.md 2.4).
 */
export const messageIdOf = (roomId: number, seq: number): number => roomId * 2 ** SEQ_BITS + seq
export const roomIdOf = (messageId: number): number => Math.floor(messageId / 2 ** SEQ_BITS)
export const seqOf = (messageId: number): number => messageId % 2 ** SEQ_BITS

const FIRST_BREAKS = /^(?:\s|<br\s*\/?>)+/i
const BREAK = /^<br\s*\/?>$/i

/** In one pass, however many breaks somebody sends: from the end each is looked at once. */
function trimBreaks(text: string): string {
  let trimmed = text.replace(FIRST_BREAKS, '').trimEnd()
  for (;;) {
    const last = trimmed.lastIndexOf('<')
    if (last < 0 || !BREAK.test(trimmed.slice(last))) return trimmed
    trimmed = trimmed.slice(0, last).trimEnd()
  }
}

/**
 * A message as it is stored: without breaks at its ends; markup that is not of the list is shown as the letters it was
 * written with (docs/rules/chat.md 2.1). Safe to show as HTML.
 */
export function cleanMessage(text: string): string {
  const trimmed = trimBreaks(text)
  return isWellFormed(trimmed) ? trimmed : trimmed.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A message without its markup: what is searched. */
export const plainMessage = (text: string): string => innerText(text)

export const isMember = ({ members }: ChatRoom, userId: number): boolean => members.includes(userId)

/** The one of the two who is not this person. */
export const otherMember = ({ members: [lower, higher] }: ChatRoom, userId: number): number =>
  userId === lower ? higher : lower

/** Why a cleaned text is no message (docs/rules/chat.md 2.1). */
function whyNotText(text: string): ChatRefusal | null {
  const code = whyNotMessageText(text)
  if (code === null) return null
  return code === 'message-text-too-short' ? 'empty-text' : 'unallowed'
}

/** Only members write, and only something (docs/rules/chat.md 4.1). `lastSeq` is the number of the last message. */
export function whyNotSend(room: ChatRoom, userId: number, text: string, lastSeq: number): ChatRefusal | null {
  const refusal = whyNotText(text)
  if (refusal === 'empty-text') return refusal
  if (!isMember(room, userId)) return 'not-member'
  return lastSeq >= MAX_SEQ ? 'unallowed' : refusal
}

type MessageAuthorship = Pick<StoredMessage, 'userId' | 'deleted'> | null

/** Only the author takes a message back, once. */
export function whyNotDelete(message: MessageAuthorship, userId: number): ChatRefusal | null {
  if (!message || message.deleted) return 'message-not-found'
  return message.userId === userId ? null : 'not-owner'
}

/** Only the author changes a message, at any time until it is deleted. */
export const whyNotEdit = (message: MessageAuthorship, userId: number, text: string): ChatRefusal | null =>
  whyNotDelete(message, userId) ?? whyNotText(text)

/** Only the one to whom a message was written reads it; one that was deleted meanwhile still says how far they have read. */
export function whyNotRead(room: ChatRoom, message: MessageAuthorship, userId: number): ChatRefusal | null {
  if (!message) return 'message-not-found'
  if (!isMember(room, userId)) return 'not-member'
  return message.userId === userId ? 'unallowed' : null
}

/**
 * Who may open a room with whom (docs/rules/chat.md 1.1): students with who teaches, those with managers, managers with
 * both.
 */
export function mayOpenRoom(opener: Role, other: Role): boolean {
  if (isStudent(opener) || isTutorManager(opener)) return isTutorSide(other)
  return isRegularTutor(opener) && isTutorManager(other)
}

/** A student proves an e-mail address before chatting (docs/rules/chat.md 1.2). */
export const mayChat = (role: Role, verifiedEmail: boolean): boolean => !isStudent(role) || verifiedEmail
