import type { User } from '#contract/users'
import type { Session } from './session.ts'
import type { UseCall } from './use-call.ts'

/** What every part of the call's screens reads: the call, its session, and the two people. */
export type CallView = UseCall & {
  session: Session
  me: User
  /** The other member's name, or a substitute. */
  name: string
  /** The kind of session, in words: «الحصة», «المقابلة». */
  what: string
}
