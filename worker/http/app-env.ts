import type { Call } from '#contract/call'
import type { Db } from '#db/client'
import type { TokenState } from '#domain/auth-sessions/auth-session'
import type { Instant } from '#domain/cairo'
import type { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import type { Upload } from '../files/store.ts'
import type { Claims } from './tokens.ts'

/** The account that makes a request, as it is stored at that moment: a token holds only its id. */
export type Actor = {
  id: number
  role: Role
  name: string | null
  email: string
  verifiedEmail: boolean
  verifiedPhone: boolean
}

/** A token as a token of its session (docs/rules/accounts.md 3.5). */
export type SessionToken = {
  sessionId: string
  /** The id of the token that the session has now: another than the presented one's after a refresh. */
  presentTokenId: string
  isPresent: boolean
  /** Any other than `current` opens nothing but a refresh, which then decides about it (docs/rules/accounts.md 9.2). */
  state: TokenState
}

/** How the request was authenticated. */
export type Session = {
  /** Null for Basic, and for a view, which has no session of its own. */
  token: SessionToken | null
  /** When the person signed in with their password or through a provider; a refreshed token keeps it. */
  signedInAt: Instant
  /** When the token expires; Basic is checked anew with every request. */
  expiresAt: Instant
  /** Whether a second factor took part in it. */
  bySecondFactor: boolean
  /** An admin without a second factor where one is required: only enrolment is allowed (docs/rules/staff.md 4.2). */
  mustEnrol: boolean
  /** Set when an admin looks at the app as the actor, who is then not the one that asks (docs/rules/staff.md 5.2). */
  viewAs: { id: number; viewerId: number } | null
}

/** The body of a request as it was sent: its text (of a form: its text fields) and its files. */
export type Sent = { text: string; files: ReadonlyMap<string, Upload> }

export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    now: Instant
    /** The primary, but for what is answered to guests (`guest-answers.ts`). */
    db: Db
    /** Opens the nearest copy. */
    openNearest: () => Db
    /** Of a bearer token whose signature is right; whether it still counts is read by the call that answers. Null without one. */
    claims: Claims | null
    /** Null for an anonymous request. */
    actor: Actor | null
    /** Null for an anonymous request. */
    session: Session | null
    /** What an act reads together with who asks (`reading` in `bind.ts`). */
    firstRows: readonly unknown[]
    /** The call that answers, for the log and the statistics; undefined for a path that is none. */
    call: Call | undefined
    /** Set once the body is read, which the calls without one never do. */
    sent: Sent | undefined
    /** The code of a refusal, for the log. */
    errorCode: string | undefined
  }
}
