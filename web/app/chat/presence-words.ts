import { fromIso } from '#domain/cairo'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'

type Seen = { gender: 'male' | 'female' | null; lastSeen: string | null }

/** Online, or when they were last online. */
export function usePresenceWords({ gender, lastSeen }: Seen, isOnline: boolean): string {
  const t = useMessages(chat)
  const format = useFormat()
  const now = useNow(60_000)
  const isFemale = gender === 'female'
  if (isOnline) return t(isFemale ? 'presence.onlineF' : 'presence.online')
  if (lastSeen) return t('presence.lastSeen', { when: format.relative(Math.min(fromIso(lastSeen), now), now) })
  return t(isFemale ? 'presence.awayF' : 'presence.away')
}
