import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Query } from '#contract/call'
import type { listRooms } from '#contract/chat'
import type { Db } from '#db/client'
import { roomMembers } from '#db/schema/chat'
import { users } from '#db/schema/users'
import { matches, normalise } from '#domain/arabic'
import { fromIso, type Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { grantOf } from '#domain/permissions'
import { chatParty, type InboxEntry, userParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { flagFilter } from '../http/filters.ts'
import { offsetOf } from '../http/pages.ts'
import { onlineAmong } from '../live/presence.ts'
import { type MemberRow, memberColumns, memberView } from './member-view.ts'

const settingColumns = { roomId: roomMembers.roomId, pinned: roomMembers.pinned, muted: roomMembers.muted }

type Filters = Query<typeof listRooms>
type ListedRoom = {
  settings: Pick<typeof roomMembers.$inferSelect, keyof typeof settingColumns>
  other: MemberRow
  entry: InboxEntry | null
}

/** A search calls one Durable Object per room for its messages, so it is limited to the latest rooms. */
const MAX_SEARCHED_ROOMS = 200

function settingsAndOthers(db: Db, userId: number, { pinned, muted }: Filters) {
  const others = alias(roomMembers, 'others')
  return db
    .select({ settings: settingColumns, other: memberColumns })
    .from(roomMembers)
    .innerJoin(others, and(eq(others.roomId, roomMembers.roomId), ne(others.userId, userId)))
    .innerJoin(users, eq(users.id, others.userId))
    .where(
      and(eq(roomMembers.userId, userId), flagFilter(roomMembers.pinned, pinned), flagFilter(roomMembers.muted, muted)),
    )
}

const writtenAt = ({ entry }: ListedRoom): number => (entry?.latest ? fromIso(entry.latest.createdAt) : 0)

/** Latest message first, then the newest room. */
const byLatest = (one: ListedRoom, other: ListedRoom): number =>
  writtenAt(other) - writtenAt(one) || other.settings.roomId - one.settings.roomId

/** The rooms whose other member's name, in either script, or one of whose messages contains the keyword. */
async function roomsContaining(env: Env, rooms: ListedRoom[], keyword: string): Promise<ListedRoom[]> {
  const searched = normalise(keyword)
  if (searched === '') return rooms
  const answers = await Promise.all(
    rooms.map(async (room, index) => {
      const { name, englishName } = room.other
      if ([name, englishName].some((one) => matches(normalise(one ?? ''), searched))) return [room]
      const mayContain = room.entry !== null && index < MAX_SEARCHED_ROOMS
      return mayContain && (await chatParty(env, room.settings.roomId).hasMessageContaining(searched)) ? [room] : []
    }),
  )
  return answers.flat()
}

const roomView = ({ settings, other, entry }: ListedRoom, isOnline: boolean, isForStaff: boolean, now: Instant) => ({
  roomId: settings.roomId,
  settings: { pinned: settings.pinned, muted: settings.muted },
  unreadMessagesCount: entry?.unread ?? 0,
  latestMessage: entry?.latest ?? null,
  otherMember: memberView(other, isOnline, isForStaff, now),
})

/**
 * Latest message first (docs/rules/chat.md 3.2). Messages and unread counts come from the user's own Durable Object, in one
 * call; rooms are called only for a search.
 * @throws DomainError `forbidden` for the rooms of another user, `read-only-session` for a search under a view-as token.
 */
export const list = reading(
  ({ params, query, db }: ReadRequest<typeof listRooms>) => [settingsAndOthers(db, params.userId, query)],
  async ({ actor, session, params, query, env, now }, [rows]) => {
    const isForStaff = grantOf('chat.listRooms', actor.role) === 'any'
    if (params.userId !== actor.id && !isForStaff) throw new DomainError('forbidden')
    // The search result would reveal what the messages say.
    if (session.viewAs && query.keyword) throw new DomainError('read-only-session')
    const inbox = await userParty(env, params.userId).inbox()
    const entries = new Map(inbox.map((entry) => [entry.roomId, entry]))
    const all = rows.map((row) => ({ ...row, entry: entries.get(row.settings.roomId) ?? null })).sort(byLatest)
    const found = await roomsContaining(env, all, query.keyword ?? '')
    const page = found.slice(offsetOf(query), offsetOf(query) + query.size)
    const online = await onlineAmong(
      env,
      page.map(({ other }) => other.id),
    )
    const views = page.map((room) => roomView(room, online.has(room.other.id), isForStaff, now))
    // A viewer learns that a chat exists but not its text (docs/rules/staff.md 5.2).
    const list = session.viewAs ? views.map((view) => ({ ...view, latestMessage: null })) : views
    return { list, total: found.length }
  },
)
