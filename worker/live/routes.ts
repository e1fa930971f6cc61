import { type Context, Hono } from 'hono'
import { isBroadcastRoom } from '#contract/live/broadcast'
import { findMeeting } from '#db/meetings'
import { mayChat } from '#domain/chat/room'
import { DomainError, refuse } from '#domain/errors'
import { maySubscribe } from '#domain/live'
import { whyNotConnected } from '#domain/sessions/access'
import { deviceClassOf, operatorOf } from '#domain/sessions/call-quality'
import { broadcastParty, sessionParty, statsParty, userParty } from '../../party/stubs.ts'
import { acceptedKeys, webOrigins } from '../env.ts'
import type { Actor, AppEnv } from '../http/app-env.ts'
import { callerAmongMany, callerAt, refuseReplaced } from '../http/identity.ts'
import { type Claims, readToken } from '../http/tokens.ts'

/**
 * Browsers cannot set headers on a WebSocket, so the token is sent as the second sub-protocol; in the address it would be
 * logged.
 */
const PROTOCOL = 'bearer'

const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^[\d.]+$/.test(host)

/**
 * A page of another site may open a socket here, as no browser asks before one is opened: only the apps' own pages may. Clients
 * that are no browser send no origin (docs/rules/live.md 1.2).
 */
function isOwnOrigin({ env, req }: Context<AppEnv>): boolean {
  const origin = req.header('origin')
  if (origin === undefined || webOrigins(env).includes(origin)) return true
  return env.ENVIRONMENT === 'local' && isLocalHost(URL.parse(origin)?.hostname ?? '')
}

type SocketCaller = Actor & { token: Claims }

/**
 * @throws DomainError `forbidden` for a page of another site; `unauthenticated` without a valid token; `read-only-session` for a view-as token, which opens no
 * socket, because a socket makes its user present; `second-factor-enrolment-required`.
 */
async function actorOfSocket(c: Context<AppEnv>): Promise<SocketCaller> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
    throw new DomainError('bad-request', 'upgrade: a WebSocket is spoken here')
  if (!isOwnOrigin(c)) throw new DomainError('forbidden', 'origin')
  const [protocol, token] = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((one) => one.trim())
  const fromHeader = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const given = protocol === PROTOCOL ? token : fromHeader
  if (!given) throw new DomainError('unauthenticated')
  const claims = await readToken(acceptedKeys(c.env, 'JWT_SECRET'), given, c.var.now)
  const caller = await callerAmongMany(callerAt(c), claims)
  if (!caller) throw new DomainError('unauthenticated')
  const { actor, session } = caller
  c.set('actor', actor)
  c.set('session', session)
  refuseReplaced(session)
  if (session.viewAs) throw new DomainError('read-only-session')
  if (session.mustEnrol) throw new DomainError('second-factor-enrolment-required')
  return { ...actor, token: claims }
}

/** The identity headers of an upgrade, which `connectionStateFrom` in party/connections.ts reads. */
const identityHeaders = ({ id, role, name, verifiedEmail, token }: SocketCaller): Record<string, string> => ({
  upgrade: 'websocket',
  'x-user': String(id),
  'x-role': String(role),
  'x-name': encodeURIComponent(name ?? ''),
  'x-may-chat': mayChat(role, verifiedEmail) ? 'yes' : 'no',
  'x-token-iat': String(token.iat),
  'x-token-exp': String(token.exp),
  'x-session': token.sessionId ?? '',
})

/**
 * Forwards the upgrade to a Durable Object and echoes the sub-protocol, without which browsers close the socket. The
 * client's own headers and query are dropped, because the object trusts its headers.
 */
async function connect(
  c: Context<AppEnv>,
  actor: SocketCaller,
  party: { fetch(request: Request): Promise<Response> },
): Promise<Response> {
  const headers = {
    ...identityHeaders(actor),
    'x-device': deviceClassOf(c.req.header('user-agent') ?? ''),
    'x-operator': encodeURIComponent(operatorOf(c.req.raw.cf?.asOrganization)),
  }
  const upgrade = new Request(new URL(c.req.path, c.req.url), { headers })
  const { status, webSocket } = await party.fetch(upgrade)
  if (!webSocket) return new Response(null, { status })
  const echoed: HeadersInit = c.req.header('sec-websocket-protocol') ? { 'sec-websocket-protocol': PROTOCOL } : {}
  return new Response(null, { status: 101, webSocket, headers: echoed })
}

/** Only its owner or members may open a socket (docs/rules/live.md 1.2). */
export const liveRoutes = new Hono<AppEnv>()
  .get('/parties/user/:id', async (c) => {
    const actor = await actorOfSocket(c)
    if (c.req.param('id') !== String(actor.id)) throw new DomainError('forbidden')
    return connect(c, actor, userParty(c.env, actor.id))
  })
  .get('/parties/broadcast/:room', async (c) => {
    const actor = await actorOfSocket(c)
    const room = c.req.param('room')
    if (!isBroadcastRoom(room)) throw new DomainError('room-not-found')
    if (!maySubscribe(room, actor.role)) throw new DomainError('forbidden')
    const answer = await connect(c, actor, broadcastParty(c.env, room, actor.id))
    // Samples are taken only while somebody watches; the first watcher starts them.
    if (room === 'ServerStats' && answer.webSocket) c.executionCtx.waitUntil(statsParty(c.env).startSampling())
    return answer
  })
  .get('/parties/session/:id', async (c) => {
    const actor = await actorOfSocket(c)
    const id = c.req.param('id')
    refuse(whyNotConnected(await findMeeting(c.var.db, id), actor.id, c.var.now))
    return connect(c, actor, sessionParty(c.env, id))
  })
