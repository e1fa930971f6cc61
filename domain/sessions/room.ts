import type { Instant } from '../cairo.ts'
import { type ScheduledMeeting, whyNotConnected, whyNotInside } from './access.ts'
import type { SessionKind } from './session-id.ts'

/** What a participant can switch on and off. */
export type MediaSource = 'camera' | 'mic' | 'screen'

/**
 * A member who has joined, with the tab that they joined from. Stored by the Durable Object: renaming a property needs a
 * migration.
 */
export type Participant = { userId: number; tab: string } & Record<MediaSource, boolean>
export type SessionRoom = readonly Participant[]

export type RoomActor = { userId: number; tab: string }

/** The actions of a member (docs/rules/live.md 5.5). */
export type RoomAct =
  | { type: 'pre-join' | 'join' | 'leave' }
  /** An offer, an answer or an ICE candidate for the other participant. */
  | { type: 'signal' }
  /** A ping of the other member, or the answer to one. */
  | { type: 'ping-member'; userId: number }
  /** What this side of a lesson's call has measured (docs/rules/live.md 5.10). */
  | { type: 'measure' }
  | { type: 'toggle'; source: MediaSource; on: boolean }

/** The acknowledgement of an act (docs/rules/live.md 1.3). */
export type RoomResult = 'ok' | 'lesson-not-found' | 'interview-not-found' | 'not-member' | 'unreachable' | 'unallowed'

/** What the Durable Object must send or record after a step. */
export type RoomEffect =
  | { type: 'joined' | 'left'; userId: number }
  /** The user has joined from another tab; `from` is the tab that was removed. */
  | { type: 'taken-over'; userId: number; from: string }
  | { type: 'toggled'; userId: number; source: MediaSource; on: boolean }
  /** The frame goes to this tab only. */
  | { type: 'relayed'; to: string }

export type RoomStep = { room: SessionRoom; result: RoomResult; effects: RoomEffect[] }

/**
 * Why an action is refused, null if it is allowed. Non-members are always refused. Joining and all actions inside need an
 * open room; waiting and leaving do not. The protocol has no code for a missing demo session, which is answered like a
 * missing interview.
 */
export function whyNotAct(
  { meeting, kind }: { meeting: ScheduledMeeting | null; kind: SessionKind },
  { userId }: RoomActor,
  act: RoomAct,
  now: Instant,
): RoomResult | null {
  if (!meeting) return kind === 'lesson' ? 'lesson-not-found' : 'interview-not-found'
  if (act.type === 'measure' && kind !== 'lesson') return 'unallowed'
  const needsOpenRoom = act.type !== 'pre-join' && act.type !== 'leave'
  const refusal = needsOpenRoom ? whyNotInside(meeting, userId, now) : whyNotConnected(meeting, userId, now)
  return refusal ? 'unallowed' : null
}

function join(room: SessionRoom, { userId, tab }: RoomActor): RoomStep {
  const participant = room.find((one) => one.userId === userId)
  if (!participant) {
    const fresh = { userId, tab, camera: false, mic: false, screen: false }
    return { room: [...room, fresh], result: 'ok', effects: [{ type: 'joined', userId }] }
  }
  if (participant.tab === tab) return { room, result: 'ok', effects: [] }
  // The last tab wins, because the user is looking at it.
  const takenOver = room.map((one) => (one === participant ? { ...one, tab } : one))
  return { room: takenOver, result: 'ok', effects: [{ type: 'taken-over', userId, from: participant.tab }] }
}

/** Removes the participant of this tab, whether it left or was disconnected. */
export function leave(room: SessionRoom, { tab }: Pick<RoomActor, 'tab'>): RoomStep {
  const participant = room.find((one) => one.tab === tab)
  if (!participant) return { room, result: 'ok', effects: [] }
  return {
    room: room.filter((one) => one !== participant),
    result: 'ok',
    effects: [{ type: 'left', userId: participant.userId }],
  }
}

const refused = (room: SessionRoom, result: RoomResult): RoomStep => ({ room, result, effects: [] })

function actInside(
  room: SessionRoom,
  participant: Participant,
  act: Extract<RoomAct, { type: 'signal' | 'ping-member' | 'toggle' }>,
): RoomStep {
  const other = room.find((one) => one !== participant)
  const relayed = other ? [{ type: 'relayed' as const, to: other.tab }] : []
  switch (act.type) {
    case 'signal':
      return { room, result: other ? 'ok' : 'unreachable', effects: relayed }
    case 'ping-member':
      return { room, result: 'ok', effects: relayed }
    case 'toggle': {
      const { source, on } = act
      const toggled = room.map((one) => (one === participant ? { ...one, [source]: on } : one))
      return { room: toggled, result: 'ok', effects: [{ type: 'toggled', userId: participant.userId, source, on }] }
    }
  }
}

/**
 * The room after an action, its acknowledgement and its effects. The caller must have checked `whyNotAct`; `memberIds` are
 * the two members of the meeting. An action from a tab that has not joined, and a ping of anybody but the other member, are
 * answered `not-member` and have no effect.
 */
export function stepRoom(room: SessionRoom, memberIds: readonly number[], actor: RoomActor, act: RoomAct): RoomStep {
  switch (act.type) {
    case 'pre-join':
    case 'measure':
      return refused(room, 'ok')
    case 'join':
      return join(room, actor)
    case 'leave':
      return leave(room, actor)
    default: {
      const participant = room.find((one) => one.tab === actor.tab)
      if (!participant) return refused(room, 'not-member')
      const isForNonMember =
        act.type === 'ping-member' && (act.userId === actor.userId || !memberIds.includes(act.userId))
      return isForNonMember ? refused(room, 'not-member') : actInside(room, participant, act)
    }
  }
}
