import type { Instant } from '../cairo.ts'
import { type Meeting, whyNotConnected, whyNotInside } from './access.ts'
import type { SessionKind } from './session-id.ts'

/** What a member can switch on for the other one. */
export type Device = 'camera' | 'mic' | 'screen'

/** Somebody who is inside, by the one tab that they are inside with. */
export type Seat = { userId: number; tab: string } & Record<Device, boolean>
export type Room = readonly Seat[]

export type RoomActor = { userId: number; tab: string }

/** What a member can do (facts: payments 12.4). */
export type RoomAct =
  | { type: 'pre-join' | 'join' | 'leave' }
  /** An offer, an answer or a candidate: it is for the other one. */
  | { type: 'signal' }
  /** Asking for the other one, or answering. */
  | { type: 'call'; userId: number }
  | { type: 'switch'; device: Device; on: boolean }

/** How an act ended; the words of the acknowledgement (spec section 7). */
export type RoomResult = 'ok' | 'lesson-not-found' | 'interview-not-found' | 'not-member' | 'unreachable' | 'unallowed'

/** What others have to be told. */
export type RoomNews =
  | { type: 'joined' | 'left'; userId: number }
  /** The person is inside with another tab now; `from` is the one that no longer is. */
  | { type: 'moved'; userId: number; from: string }
  | { type: 'switched'; userId: number; device: Device; on: boolean }
  /** What was sent goes on to this tab and no other. */
  | { type: 'passed'; to: string }

export type RoomStep = { room: Room; result: RoomResult; news: RoomNews[] }

/**
 * Why a member may not act: anybody else never may; joining and all that follows needs an open room, while waiting and
 * leaving do not. A demo session that is gone has no word of its own in the spec; it was an interview of a kind.
 */
export function whyNotAct(
  { meeting, kind }: { meeting: Meeting | null; kind: SessionKind },
  { userId }: RoomActor,
  act: RoomAct,
  now: Instant,
): RoomResult | null {
  if (!meeting) return kind === 'lesson' ? 'lesson-not-found' : 'interview-not-found'
  const needsOpenRoom = act.type !== 'pre-join' && act.type !== 'leave'
  const refusal = needsOpenRoom ? whyNotInside(meeting, userId, now) : whyNotConnected(meeting, userId, now)
  return refusal ? 'unallowed' : null
}

function join(room: Room, { userId, tab }: RoomActor): RoomStep {
  const seat = room.find((one) => one.userId === userId)
  if (!seat) {
    const fresh = { userId, tab, camera: false, mic: false, screen: false }
    return { room: [...room, fresh], result: 'ok', news: [{ type: 'joined', userId }] }
  }
  if (seat.tab === tab) return { room, result: 'ok', news: [] }
  // The last tab wins: it is the one before the person's eyes.
  const moved = room.map((one) => (one === seat ? { ...one, tab } : one))
  return { room: moved, result: 'ok', news: [{ type: 'moved', userId, from: seat.tab }] }
}

/** The room without this tab, whether it said good-bye or died. */
export function leave(room: Room, { tab }: Pick<RoomActor, 'tab'>): RoomStep {
  const seat = room.find((one) => one.tab === tab)
  if (!seat) return { room, result: 'ok', news: [] }
  return {
    room: room.filter((one) => one !== seat),
    result: 'ok',
    news: [{ type: 'left', userId: seat.userId }],
  }
}

const refused = (room: Room, result: RoomResult): RoomStep => ({ room, result, news: [] })

/** What somebody who is inside does there. */
function actInside(room: Room, seat: Seat, act: Extract<RoomAct, { type: 'signal' | 'call' | 'switch' }>): RoomStep {
  const other = room.find((one) => one !== seat)
  const passed = other ? [{ type: 'passed' as const, to: other.tab }] : []
  switch (act.type) {
    case 'signal':
      return { room, result: other ? 'ok' : 'unreachable', news: passed }
    case 'call':
      return { room, result: 'ok', news: passed }
    case 'switch': {
      const { device, on } = act
      const switched = room.map((one) => (one === seat ? { ...one, [device]: on } : one))
      return { room: switched, result: 'ok', news: [{ type: 'switched', userId: seat.userId, device, on }] }
    }
  }
}

/**
 * What an act makes of the room. `memberIds` are the two of the meeting; the caller has asked `whyNotAct` before.
 * Whoever is not inside, or is so with another tab, is answered `not-member` and reaches nobody; so is who calls for
 * somebody else than the other member.
 */
export function stepRoom(room: Room, memberIds: readonly number[], actor: RoomActor, act: RoomAct): RoomStep {
  switch (act.type) {
    case 'pre-join':
      return refused(room, 'ok')
    case 'join':
      return join(room, actor)
    case 'leave':
      return leave(room, actor)
    default: {
      const seat = room.find((one) => one.tab === actor.tab)
      if (!seat) return refused(room, 'not-member')
      const isForStranger = act.type === 'call' && (act.userId === actor.userId || !memberIds.includes(act.userId))
      return isForStranger ? refused(room, 'not-member') : actInside(room, seat, act)
    }
  }
}
