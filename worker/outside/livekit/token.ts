import { AccessToken } from 'livekit-server-sdk'

/** A token is requested when a user joins, and used immediately. */
const TTL_SECONDS = 10 * 60

export type LiveKitKey = { key: string; secret: string }
export type RoomParticipant = { userId: number; name: string | null; room: string }

/**
 * A token with which one user may join one room of the media server, publish and subscribe, for ten minutes
 * (docs/rules/live.md 6.2). The caller must have checked that the user may enter the room.
 */
export function roomToken({ key, secret }: LiveKitKey, { userId, name, room }: RoomParticipant): Promise<string> {
  const token = new AccessToken(key, secret, {
    identity: String(userId),
    ttl: TTL_SECONDS,
    ...(name ? { name } : {}),
  })
  token.addGrant({ room, roomJoin: true, canPublish: true, canSubscribe: true })
  return token.toJwt()
}
