import { AccessToken } from 'livekit-server-sdk'

/** A token is asked for when somebody joins, and used at once. */
const TTL_SECONDS = 10 * 60

export type LiveKitKey = { key: string; secret: string }
export type Guest = { userId: number; name: string | null; room: string }

/**
 * Lets one person into one room of the media server, to see and be seen, for ten minutes (docs/rules/live.md 6.2).
 * Who may be inside has been asked before.
 */
export function roomToken({ key, secret }: LiveKitKey, { userId, name, room }: Guest): Promise<string> {
  const token = new AccessToken(key, secret, {
    identity: String(userId),
    ttl: TTL_SECONDS,
    ...(name ? { name } : {}),
  })
  token.addGrant({ room, roomJoin: true, canPublish: true, canSubscribe: true })
  return token.toJwt()
}
