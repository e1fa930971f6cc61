import { type FromClient, readIceServers, type ServerFrame } from '#contract/live/session'
import { toIso } from '#domain/cairo'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { closesAt } from '#domain/sessions/hours'
import type { Participant, RoomAct, RoomEffect } from '#domain/sessions/room'

/** What is said on the wire, in the words of the room's rules, and back. */

type Said = Exclude<FromClient, { event: 'ping' }>

export function actOf(said: Said): RoomAct {
  switch (said.event) {
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
      return { type: 'call', userId: said.payload.userId }
    case 'ToggleCamera':
      return { type: 'switch', source: 'camera', on: said.payload.camera }
    case 'ToggleMic':
      return { type: 'switch', source: 'mic', on: said.payload.mic }
    case 'UserSharingScreen':
      return { type: 'switch', source: 'screen', on: said.payload.screen }
    default:
      return said satisfies never
  }
}

/** What the other one hears of a signal or a call; `userId` is whose it is. Null for what is not passed on. */
export function passedOn(said: Said, userId: number): ServerFrame | null {
  switch (said.event) {
    case 'SessionOffer':
      return { event: said.event, payload: { userId, offer: said.payload.offer } }
    case 'SessionAnswer':
      return { event: said.event, payload: { userId, answer: said.payload.answer } }
    case 'IceCandidate':
      return { event: said.event, payload: { userId, candidate: said.payload.candidate } }
    case 'PingSessionMember':
    case 'PongSessionMember':
      return { event: said.event, payload: { userId } }
    default:
      return null
  }
}

/** What everybody who waits or is inside hears. Null for what only one tab does. */
export function announced(news: RoomEffect): ServerFrame | null {
  switch (news.type) {
    case 'joined':
    case 'moved':
      return { event: 'MemberJoinedSessionId', payload: { userId: news.userId } }
    case 'left':
      return { event: 'MemberLeftSessionId', payload: { userId: news.userId } }
    case 'switched':
      return switched(news)
    case 'passed':
      return null
    default:
      return news satisfies never
  }
}

function switched({ userId, source, on }: Extract<RoomEffect, { type: 'switched' }>): ServerFrame {
  if (source === 'camera') return { event: 'CameraToggle', payload: { user: userId, camera: on } }
  if (source === 'mic') return { event: 'MicToggled', payload: { user: userId, mic: on } }
  return { event: 'UserSharedScreen', payload: { user: userId, screen: on } }
}

export const membersFrame = (room: readonly Participant[]): ServerFrame => ({
  event: 'SessionMembers',
  payload: { members: room.map(({ userId, camera, mic, screen }) => ({ userId, camera, mic, screen })) },
})

/** How media may travel, as it is configured. */
export type Carriers = { LIVEKIT_URL?: string; ICE_SERVERS?: string }

export const readyFrame = (meeting: ScheduledMeeting, { LIVEKIT_URL, ICE_SERVERS }: Carriers): ServerFrame => ({
  event: 'SessionReady',
  payload: {
    carrier: LIVEKIT_URL ? 'livekit' : 'peer',
    iceServers: readIceServers(ICE_SERVERS) ?? [],
    start: toIso(meeting.start),
    end: toIso(meeting.end),
    closesAt: toIso(closesAt(meeting)),
  },
})
