import { AccessToken } from 'livekit-server-sdk'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { type TriedKey, triedByStatus } from '../tried-key.ts'
import type { LiveKitKey } from './token.ts'

/** Enough for one request. */
const TTL_SECONDS = 60

export type LiveKitServer = LiveKitKey & { url: string }

/** What the media server's own API answers to a request about rooms, signed for this one request. */
async function askAboutRooms(
  { url, key, secret }: LiveKitServer,
  method: 'CreateRoom' | 'DeleteRoom' | 'ListRooms',
  body: object,
) {
  const token = new AccessToken(key, secret, { ttl: TTL_SECONDS })
  token.addGrant(method === 'ListRooms' ? { roomList: true } : { roomCreate: true })
  return requestJson(`${url.replace(/^ws/, 'http')}/twirp/livekit.RoomService/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token.toJwt()}` },
    body,
  })
}

/**
 * Opens a room of the media server for this many seconds, at least one, during which it stays even if nobody is in it; a room that
 * is open stays so. A token alone opens none (docs/rules/live.md 6.2).
 * @throws ProviderUnreachable when the server does not answer, or refuses.
 */
export async function openRoom(server: LiveKitServer, name: string, seconds: number): Promise<void> {
  const body = { name, emptyTimeout: seconds, departureTimeout: seconds }
  const { status } = await askAboutRooms(server, 'CreateRoom', body)
  if (status !== 200) throw new ProviderUnreachable(`A room was not opened: status ${status}`)
}

/**
 * Closes a room of the media server and disconnects everybody in it. A missing room counts as closed.
 * @throws ProviderUnreachable when the server does not answer, or refuses.
 */
export async function closeRoom(server: LiveKitServer, room: string): Promise<void> {
  const { status, body } = await askAboutRooms(server, 'DeleteRoom', { room })
  if (status !== 200 && body.code !== 'not_found')
    throw new ProviderUnreachable(`A room was not closed: status ${status}`)
}

/**
 * Tries the media server's key by a list of rooms of which there are none.
 * @throws ProviderUnreachable
 */
export async function tryMediaKey(server: LiveKitServer): Promise<TriedKey> {
  return triedByStatus(await askAboutRooms(server, 'ListRooms', { names: ['no-room'] }), 'LIVEKIT_API_…')
}
