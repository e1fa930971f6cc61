import type { ServerFrame } from '#contract/live/session'

/** The other member and what they have switched on, as the session's party reports it; null while they are not inside. */
export type OtherMember = { userId: number; camera: boolean; mic: boolean; screen: boolean } | null

/** The other member after a frame of the party; the same object if the frame does not concern them. */
export function otherMemberAfter(other: OtherMember, frame: ServerFrame, myId: number): OtherMember {
  switch (frame.event) {
    case 'SessionMembers': {
      const found = frame.payload.members.find(({ userId }) => userId !== myId)
      return found ? { ...found } : null
    }
    case 'MemberJoinedSessionId': {
      const { userId } = frame.payload
      return userId === myId || other ? other : { userId, camera: false, mic: false, screen: false }
    }
    case 'MemberLeftSessionId':
      return frame.payload.userId === myId ? other : null
    case 'CameraToggle':
      return changed(other, frame.payload.user, { camera: frame.payload.camera })
    case 'MicToggled':
      return changed(other, frame.payload.user, { mic: frame.payload.mic })
    case 'UserSharedScreen':
      return changed(other, frame.payload.user, { screen: frame.payload.screen })
    default:
      return other
  }
}

const changed = (other: OtherMember, userId: number, changes: Partial<NonNullable<OtherMember>>): OtherMember =>
  other?.userId === userId ? { ...other, ...changes } : other
