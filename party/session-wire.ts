import { type FromClient, type IceServer, readIceServers, type ServerFrame } from '#contract/live/session'
import { toIso } from '#domain/cairo'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { closesAt } from '#domain/sessions/hours'
import type { Participant, RoomAct, RoomEffect } from '#domain/sessions/room'

/** Maps a session's wire frames to the acts of `domain/sessions/room.ts`, and its effects to frames. */

type SessionFrame = Exclude<FromClient, { event: 'ping' }>

export function toRoomAct(frame: SessionFrame): RoomAct {
  switch (frame.event) {
    case 'PreJoinSession':
      return { type: 'pre-join' }
    case 'JoinSession':
      return { type: 'join' }
    case 'LeaveSession':
      return { type: 'leave' }
    case 'SessionOffer':
    case 'SessionAnswer':
    case 'IceCandidate':
      return { type: 'signal' }
    case 'PingSessionMember':
    case 'PongSessionMember':
      return { type: 'ping-member', userId: frame.payload.userId }
    case 'ToggleCamera':
      return { type: 'toggle', source: 'camera', on: frame.payload.camera }
    case 'ToggleMic':
      return { type: 'toggle', source: 'mic', on: frame.payload.mic }
    case 'UserSharingScreen':
      return { type: 'toggle', source: 'screen', on: frame.payload.screen }
    case 'CallMinutes':
      return { type: 'measure' }
    default:
      return frame satisfies never
  }
}

/** The frame that the other participant receives for a signal or a member ping of `userId`; null for all other frames. */
export function relayedFrame(frame: SessionFrame, userId: number): ServerFrame | null {
  switch (frame.event) {
    case 'SessionOffer':
      return { event: frame.event, payload: { userId, offer: frame.payload.offer } }
    case 'SessionAnswer':
      return { event: frame.event, payload: { userId, answer: frame.payload.answer } }
    case 'IceCandidate':
      return { event: frame.event, payload: { userId, candidate: frame.payload.candidate } }
    case 'PingSessionMember':
    case 'PongSessionMember':
      return { event: frame.event, payload: { userId } }
    default:
      return null
  }
}

/** The frame that all who have pre-joined receive; null for an effect that concerns one tab only. */
export function broadcastFrame(effect: RoomEffect): ServerFrame | null {
  switch (effect.type) {
    case 'joined':
    case 'taken-over':
      return { event: 'MemberJoinedSessionId', payload: { userId: effect.userId } }
    case 'left':
      return { event: 'MemberLeftSessionId', payload: { userId: effect.userId } }
    case 'toggled':
      return toggledFrame(effect)
    case 'relayed':
      return null
    default:
      return effect satisfies never
  }
}

function toggledFrame({ userId, source, on }: Extract<RoomEffect, { type: 'toggled' }>): ServerFrame {
  if (source === 'camera') return { event: 'CameraToggle', payload: { user: userId, camera: on } }
  if (source === 'mic') return { event: 'MicToggled', payload: { user: userId, mic: on } }
  return { event: 'UserSharedScreen', payload: { user: userId, screen: on } }
}

export const membersFrame = (room: readonly Participant[]): ServerFrame => ({
  event: 'SessionMembers',
  payload: { members: room.map(({ userId, camera, mic, screen }) => ({ userId, camera, mic, screen })) },
})

/** The configuration that decides how media travel. */
export type MediaConfig = { LIVEKIT_URL?: string; ICE_SERVERS?: string }

/** `relays` are the TURN servers of whoever receives the frame, beside the servers that are the same for everybody. */
export const readyFrame = (
  meeting: ScheduledMeeting,
  { LIVEKIT_URL, ICE_SERVERS }: MediaConfig,
  relays: readonly IceServer[],
): ServerFrame => ({
  event: 'SessionReady',
  payload: {
    carrier: LIVEKIT_URL ? 'livekit' : 'peer',
    iceServers: [...(readIceServers(ICE_SERVERS) ?? []), ...relays],
    start: toIso(meeting.start),
    end: toIso(meeting.end),
    closesAt: toIso(closesAt(meeting)),
  },
})
