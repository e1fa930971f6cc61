import type { User } from '#contract/users'
import type { Meeting } from './meeting.ts'
import type { UseCall } from './use-call.ts'

/** What every part of the room knows: the call, what is met for, and by whom. */
export type Room = UseCall & {
  meeting: Meeting
  me: User
  /** What the other one is called. */
  name: string
  /** «الحصة», «المقابلة». */
  what: string
}
