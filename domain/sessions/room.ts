import type { Instant } from '../cairo.ts'
import { type ScheduledMeeting, whyNotConnected, whyNotInside } from './access.ts'
import type { SessionKind } from './session-id.ts'

/** What a member can switch on for the other one. */
export type MediaSource = 'camera' | 'mic' | 'screen'

/** Somebody who is inside, by the one tab that they are inside with. */
export type Participant = { userId: number; tab: string } & Record<MediaSource, boolean>
export type SessionRoom = readonly Participant[]

export type RoomActor = { userId: number; tab: string }

/** What a member can do (docs/rules/live.md 5.5). */
export type RoomAct =
  | { type: 'pre-join' | 'join' | 'leave' }
  /** An offer, an answer or a candidate: it is for the other one. */
  | { type: 'signal' }
  /** Asking for the other one, or answering. */
  | { type: 'call'; userId: number }
  | { type: 'switch'; source: MediaSource; on: boolean }

/** How an act ended; the words of the acknowledgement (docs/rules/live.md 1.3). */
export type RoomResult = 'ok' | 'lesson-not-found' | 'interview-not-found' | 'not-member' | 'unreachable' | 'unallowed'

/** What others have to be told. */
export type RoomEffect =
  | { type: 'joined' | 'left'; userId: number }
  /** The person is inside with another tab now; `from` is the one that no longer is. */
  | { type: 'moved'; userId: number; from: string }
  | { type: 'switched'; userId: number; source: MediaSource; on: boolean }
  /** What was sent goes on to this tab and no other. */
  | { type: 'passed'; to: string }

export type RoomStep = { room: SessionRoom; result: RoomResult; effects: RoomEffect[] }

/**
 * Why a member may not act: anybody else never may; joining and all that follows needs an open room, while waiting and
 * leaving do not. A demo session that is gone has no acknowledgement of its own; it was an interview of a kind.
 */
export function whyNotAct(
  { meeting, kind }: { meeting: ScheduledMeeting | null; kind: SessionKind },
  { userId }: RoomActor,
  act: RoomAct,
  now: Instant,
): RoomResult | null {
  if (!meeting) return kind === 'lesson' ? 'lesson-not-found' : 'interview-not-found'
  const needsOpenRoom = act.type !== 'pre-join' && act.type !== 'leave'
  const refusal = needsOpenRoom ? whyNotInside(meeting, userId, now) : whyNotConnected(meeting, userId, now)
  return refusal ? 'unallowed' : null
}

function join(room: SessionRoom, { userId, tab }: RoomActor): RoomStep {
  const seat = room.find((one) => one.userId === userId)
  if (!seat) {
    const fresh = { userId, tab, camera: false, mic: false, screen: false }
    return { room: [...room, fresh], result: 'ok', effects: [{ type: 'joined', userId }] }
  }
  if (seat.tab === tab) return { room, result: 'ok', effects: [] }
  // The last tab wins: it is the one before the person's eyes.
  const moved = room.map((one) => (one === seat ? { ...one, tab } : one))
  return { room: moved, result: 'ok', effects: [{ type: 'moved', userId, from: seat.tab }] }
}

/** The room without this tab, whether it said good-bye or died. */
export function leave(room: SessionRoom, { tab }: Pick<RoomActor, 'tab'>): RoomStep {
  const seat = room.find((one) => one.tab === tab)
  if (!seat) return { room, result: 'ok', effects: [] }
  return {
    room: room.filter((one) => one !== seat),
    result: 'ok',
    effects: [{ type: 'left', userId: seat.userId }],
  }
}

const refused = (room: SessionRoom, result: RoomResult): RoomStep => ({ room, result, effects: [] })

/** What somebody who is inside does there. */
function actInside(
  room: SessionRoom,
  seat: Participant,
  act: Extract<RoomAct, { type: 'signal' | 'call' | 'switch' }>,
): RoomStep {
  const other = room.find((one) => one !== seat)
  const passed = other ? [{ type: 'passed' as const, to: other.tab }] : []
  switch (act.type) {
    case 'signal':
      return { room, result: other ? 'ok' : 'unreachable', effects: passed }
    case 'call':
      return { room, result: 'ok', effects: passed }
    case 'switch': {
      const { source, on } = act
      const switched = room.map((one) => (one === seat ? { ...one, [source]: on } : one))
      return { room: switched, result: 'ok', effects: [{ type: 'switched', userId: seat.userId, source, on }] }
    }
  }
}

/**
 * What an act makes of the room. `memberIds` are the two of the meeting; the caller has asked `whyNotAct` before.
 * Whoever is not inside, or is so with another tab, is answered `not-member` and reaches nobody; so is who calls for
 * somebody else than the other member.
 */
export function stepRoom(room: SessionRoom, memberIds: readonly number[], actor: RoomActor, act: RoomAct): RoomStep {
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
