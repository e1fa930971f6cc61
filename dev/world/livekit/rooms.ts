/**
 * The rooms of LiveKit 1.13.5, as a server of that version reports them (`../recorded/livekit.json`), without what is about their
 * media. A room begins with the first person who joins it, and who joins again shows the connection before out.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { localMediaKeys } from '../../local-keys.ts'
import { Deliveries, type Delivery } from '../deliveries.ts'
import type { StandInHost } from '../stand-in-host.ts'

const WEBHOOK = 'https://api/api/v1/livekit/webhook'
/** How long its tokens are valid, in seconds. */
const VALID_FOR = 300

export const SOURCES = ['MICROPHONE', 'CAMERA', 'SCREEN_SHARE'] as const
export type Source = (typeof SOURCES)[number]

type Participant = { sid: string; identity: string; joinedAt: number }
export type Room = { name: string; sid: string; startedAt: number; participants: Participant[] }

const newSid = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
/** Protobuf writes 64-bit integers as text. */
const seconds = (at: number) => String(Math.floor(at / 1000))

const base64url = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The JWT of a report, whose `sha256` is that of the body. */
export function tokenOf(body: string, now: number): string {
  const issued = Math.floor(now / 1000)
  const sha256 = createHash('sha256').update(body).digest('base64')
  const claims = { iss: localMediaKeys.LIVEKIT_API_KEY, exp: issued + VALID_FOR, nbf: issued, iat: issued, sha256 }
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`
  const signature = createHmac('sha256', localMediaKeys.LIVEKIT_API_SECRET).update(signed).digest('base64url')
  return `${signed}.${signature}`
}

const roomOnWire = ({ name, sid, startedAt }: Room) => ({
  sid,
  name,
  emptyTimeout: 300,
  departureTimeout: 20,
  creationTime: seconds(startedAt),
  creationTimeMs: String(startedAt),
})

const participantOnWire = ({ sid, identity, joinedAt }: Participant, state: 'ACTIVE' | 'DISCONNECTED') => ({
  sid,
  identity,
  state,
  joinedAt: seconds(joinedAt),
  joinedAtMs: String(joinedAt),
  version: 2,
  permission: { canSubscribe: true, canPublish: true, canPublishData: true },
})

const KEPT = 'livekit:room:'

export class Rooms {
  readonly #host: StandInHost
  readonly deliveries: Deliveries

  constructor(host: StandInHost) {
    this.#host = host
    this.deliveries = new Deliveries(host, 'livekit')
  }

  all = (): Room[] => this.#host.list<Room>(KEPT)
  find = (name: string): Room | undefined => this.#host.get<Room>(KEPT + name)

  async join(name: string, identity: string): Promise<Room> {
    const now = await this.#host.now()
    const present = this.find(name)
    const room = present ?? { name, sid: newSid('RM'), startedAt: now, participants: [] }
    if (!present) await this.#report(roomOnWire(room), 'room_started')
    const before = room.participants.find((one) => one.identity === identity)
    if (before) await this.#reportLeft(room, before, 'DUPLICATE_IDENTITY')
    const participant = { sid: newSid('PA'), identity, joinedAt: now }
    const others = room.participants.filter((one) => one !== before)
    this.#save({ ...room, participants: [...others, participant] })
    await this.#report(roomOnWire(room), 'participant_joined', {
      participant: participantOnWire(participant, 'ACTIVE'),
    })
    return { ...room, participants: [...others, participant] }
  }

  /** Answers a message where nobody of that identity is inside. */
  async leave(name: string, identity: string): Promise<Room | string> {
    const { room, participant } = this.#inside(name, identity)
    if (!room || !participant) return 'nobody of that identity is in that room'
    const left = { ...room, participants: room.participants.filter((one) => one !== participant) }
    this.#save(left)
    await this.#reportLeft(room, participant, 'CLIENT_INITIATED')
    return left
  }

  async publish(name: string, identity: string, source: Source): Promise<Room | string> {
    const { room, participant } = this.#inside(name, identity)
    if (!room || !participant) return 'nobody of that identity is in that room'
    // Protobuf leaves out what is 0: the type AUDIO.
    const type = source === 'MICROPHONE' ? {} : { type: 'VIDEO' }
    const { sid, identity: named } = participant
    await this.#report({ sid: room.sid, name }, 'track_published', {
      participant: { sid, identity: named },
      track: { sid: newSid('TR'), ...type, source },
    })
    return room
  }

  /** Shows everybody out and closes the room, as `DeleteRoom` does. */
  async close(name: string): Promise<Room | string> {
    const room = this.find(name)
    if (!room) return 'there is no such room'
    this.#host.delete(KEPT + name)
    for (const participant of room.participants) await this.#reportLeft(room, participant, 'ROOM_DELETED')
    await this.#report(roomOnWire(room), 'room_finished')
    return { ...room, participants: [] }
  }

  #inside(name: string, identity: string) {
    const room = this.find(name)
    return { room, participant: room?.participants.find((one) => one.identity === identity) }
  }

  #save(room: Room): void {
    this.#host.put(KEPT + room.name, room)
  }

  #reportLeft(room: Room, participant: Participant, disconnectReason: string): Promise<void> {
    return this.#report(roomOnWire(room), 'participant_left', {
      participant: { ...participantOnWire(participant, 'DISCONNECTED'), disconnectReason },
    })
  }

  async #report(room: { sid: string; name: string }, event: string, about: object = {}): Promise<void> {
    const now = await this.#host.now()
    const body = JSON.stringify({ event, room, ...about, id: newSid('EV'), createdAt: seconds(now) })
    const headers = { authorization: tokenOf(body, now), 'content-type': 'application/webhook+json' }
    const delivery: Delivery = await this.deliveries.record({ referenceNumber: room.name, url: WEBHOOK, body }, headers)
    this.deliveries.announce(delivery)
  }
}
