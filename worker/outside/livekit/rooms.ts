import { AccessToken } from 'livekit-server-sdk'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import type { LiveKitKey } from './token.ts'

/** Enough for one request. */
const TTL_SECONDS = 60

export type LiveKitServer = LiveKitKey & { url: string }

/**
 * Closes a room of the media server and disconnects everybody in it. A missing room counts as closed.
 * @throws ProviderUnreachable when the server does not answer, or refuses.
 */
export async function closeRoom({ url, key, secret }: LiveKitServer, room: string): Promise<void> {
  const token = new AccessToken(key, secret, { ttl: TTL_SECONDS })
  token.addGrant({ roomCreate: true })
  const { status, body } = await requestJson(`${url.replace(/^ws/, 'http')}/twirp/livekit.RoomService/DeleteRoom`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token.toJwt()}` },
    body: { room },
  })
  if (status !== 200 && body.code !== 'not_found')
    throw new ProviderUnreachable(`A room was not closed: status ${status}`)
}
