import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { MissedMessage } from '../../party/stubs.ts'
import { isAmong } from '../http/filters.ts'
import { pushStatement } from './outbox.ts'

/** `2026-02-11T10:00:30.000Z` → `2026-02-11T10:00`. */
const minuteOf = (instant: string): string => instant.slice(0, 16)

/**
 * Notifies users of chat messages that arrived while they had no open tab, at most once a minute and room
 * (docs/rules/messages.md 2.4). The message text is not put into the outbox.
 */
export async function notifyOfMissedMessages(db: Db, missed: readonly MissedMessage[], now: Instant): Promise<void> {
  if (missed.length === 0) return
  const authors = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isAmong(users.id, [...new Set(missed.map(({ authorId }) => authorId))]))
  const nameOf = new Map(authors.map(({ id, name }) => [id, name ?? '']))
  const notifications = missed.map(({ userId, roomId, authorId, writtenAt }) => ({
    userId,
    template: 'chat_message' as const,
    params: { name: nameOf.get(authorId) ?? '', path: `/chat?room=${roomId}`, topic: `chat-${roomId}` },
    dedupeKey: `chat:${roomId}:${userId}:${minuteOf(writtenAt)}`,
  }))
  await pushStatement(db, notifications, now)
}
