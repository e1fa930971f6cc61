import type { ServerFrame } from '#contract/live/session'

/** The other one of the two, as the session's party tells it; null while nobody else is in. */
export type OtherMember = { userId: number; camera: boolean; mic: boolean; screen: boolean } | null

/** What a frame of the party says about the other one; the same object where it says nothing. */
export function otherAfter(other: OtherMember, frame: ServerFrame, myId: number): OtherMember {
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
