import * as z from 'zod/mini'
import { whyNotMessageText } from '#domain/chat/message-text'
import { Role } from '#domain/roles'
import { defineCall } from './call.ts'
import * as calls from './calls/chat.ts'
import {
  fileUrl,
  gender,
  id,
  instant,
  isoInstant,
  listOf,
  oneOf,
  paging,
  queryBoolean,
  queryId,
  queryList,
  queryText,
  ruledText,
  times,
} from './fields.ts'
import { message } from './message.ts'
import { person } from './users.ts'

/** One member's settings of a room. */
export const roomMember = z.object({
  userId: id,
  roomId: id,
  pinned: z.boolean(),
  muted: z.boolean(),
  lastSeen: z.nullable(instant),
  ...times,
})

/** A member as the other member sees them; `email` is null except for staff. */
const memberProfile = {
  id,
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  gender: z.nullable(gender),
  image: fileUrl,
  role: oneOf(Role),
  /** Whether they are a student under 18 (docs/rules/privacy.md 6.7). */
  isMinor: z.boolean(),
  lastSeen: z.nullable(instant),
  online: z.boolean(),
}
export const populatedMember = z.object({
  ...memberProfile,
  roomId: id,
  pinned: z.boolean(),
  muted: z.boolean(),
  ...times,
})
export type PopulatedMember = z.input<typeof populatedMember>

export const roomSummary = z.object({
  roomId: id,
  settings: z.object({ pinned: z.boolean(), muted: z.boolean() }),
  unreadMessagesCount: z.int(),
  latestMessage: z.nullable(message),
  otherMember: z.object(memberProfile),
})
export type RoomSummary = z.input<typeof roomSummary>

const roomParams = z.object({ roomId: queryId })

export const openRoom = defineCall(calls.openRoom, {
  may: 'chat.open',
  summary:
    'Open a room with somebody: students with tutors, tutors with managers and their studio; a first message may come along',
  body: z.object({ userId: id, message: z.optional(ruledText(whyNotMessageText)) }),
  answer: z.object({ roomId: id }),
  errors: [
    'user-not-found',
    'room-exists',
    'message-text-invalid-html',
    'message-text-too-short',
    'message-text-too-long',
  ],
  creates: true,
})

export const listRooms = defineCall(calls.listRooms, {
  may: 'chat.listRooms',
  viewable: true,
  summary: 'Somebody’s rooms, latest message first',
  params: z.object({ userId: queryId }),
  query: z.object({
    pinned: z.optional(queryBoolean),
    muted: z.optional(queryBoolean),
    keyword: z.optional(queryText),
    ...paging,
  }),
  answer: listOf(roomSummary),
  errors: [],
})

/** A room as staff see it: its existence and activity, without message texts. */
export const roomOfPerson = z.object({
  roomId: id,
  otherMember: z.object({ ...person.shape, role: oneOf(Role) }),
  /** Messages that are not deleted. */
  messageCount: z.int(),
  lastMessageAt: z.nullable(isoInstant),
  createdAt: instant,
})
export type RoomOfPerson = z.input<typeof roomOfPerson>

export const listRoomsOfPerson = defineCall(calls.listRoomsOfPerson, {
  may: 'chat.roomsOf',
  summary: 'With whom somebody chats, for staff: rooms, counts and times without any words',
  params: z.object({ userId: queryId }),
  query: z.object(paging),
  answer: listOf(roomOfPerson),
  errors: [],
})

export const listMessages = defineCall(calls.listMessages, {
  may: 'chat.listMessages',
  summary: 'A room’s messages, newest first; after a lost connection: those that came after one',
  params: roomParams,
  query: z.object({ afterId: z.optional(queryId), ...paging }),
  answer: listOf(message),
  errors: ['room-not-found'],
})

export const findRoom = defineCall(calls.findRoom, {
  may: 'chat.findRoom',
  viewable: true,
  summary: 'The room that exactly these people share',
  query: z.object({ members: queryList(queryId) }),
  answer: z.object({ room: id }),
  errors: ['room-not-found', 'room-members-not-found'],
})

export const listRoomMembers = defineCall(calls.listRoomMembers, {
  may: 'chat.listMembers',
  viewable: true,
  summary: 'The members of a room, for one of them',
  params: roomParams,
  answer: z.array(populatedMember),
  errors: ['room-not-found', 'not-room-member'],
})

export const setRoom = defineCall(calls.setRoom, {
  may: 'chat.setRoom',
  summary: 'Pin or mute a room for oneself',
  params: roomParams,
  body: z.object({ pinned: z.optional(z.boolean()), muted: z.optional(z.boolean()) }),
  answer: roomMember,
  errors: ['room-not-found', 'empty-request'],
})
