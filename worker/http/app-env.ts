import type { Call } from '#contract/call'
import type { Db } from '#db/client'
import type { TokenState } from '#domain/auth/auth-session'
import type { Instant } from '#domain/cairo'
import type { Role } from '#domain/roles'
import type { DatabaseUse } from '#domain/staff/measurements'
import type { Env } from '../env.ts'
import type { Upload } from '../files/store.ts'
import type { Claims } from './tokens.ts'

/** The account that makes a request, as stored at the time of the request: a token holds only its id. */
export type Actor = {
  id: number
  role: Role
  name: string | null
  email: string
  verifiedEmail: boolean
  verifiedPhone: boolean
  birthYear: number | null
  /** Whether a guardian has consented, for a student under 18 (docs/rules/privacy.md 6.2). */
  hasGuardian: boolean
  /** The latest versions of these texts that the person has accepted; null for none. */
  acceptedTerms: number | null
  acceptedPrivacy: number | null
}

/** What a bearer token says of its session (docs/rules/accounts.md 3.5). */
export type SessionToken = {
  sessionId: string
  /** The id of the session's latest token; it differs from the presented one's after a refresh. */
  presentTokenId: string
  isPresent: boolean
  /**
   * Any state other than `current` permits only a refresh, which then decides about the token (docs/rules/accounts.md 9.2).
   */
  state: TokenState
}

/** How the request was authenticated. */
export type Session = {
  /** Null for Basic authentication and for a view-as token, which has no session of its own. */
  token: SessionToken | null
  /** When the person signed in with their password or through a provider; a refresh does not change it. */
  signedInAt: Instant
  /** When the token expires; for Basic, `now`, since it is checked with every request. */
  expiresAt: Instant
  /** The account's `sessionsValidFrom` when the request was authenticated, in seconds. */
  validFrom: number
  /** Whether the person signed in with a second factor. */
  bySecondFactor: boolean
  /** An admin without a second factor where one is required: only enrolment is allowed (docs/rules/staff.md 4.2). */
  mustEnrol: boolean
  /**
   * Set while an admin views the app as the actor; the actor is then not the person who makes the request
   * (docs/rules/staff.md 5.2).
   */
  viewAs: { id: number; viewerId: number } | null
}

/** The body of a request as sent: its text (for a form, the text fields as JSON) and its files. */
export type Sent = { text: string; files: ReadonlyMap<string, Upload> }

export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    now: Instant
    /** The primary database, except for guests' cacheable calls (`guest-answers.ts`), which read the nearest replica. */
    db: Db
    /** Opens the nearest replica. */
    openNearest: () => Db
    /**
     * The claims of a bearer token with a valid signature; null without one. `bind.ts` then checks that its session still
     * exists.
     */
    claims: Claims | null
    /** Null for an anonymous request. */
    actor: Actor | null
    /** Null for an anonymous request. */
    session: Session | null
    /** The call that answers, for the log and the statistics; undefined for an unknown path. */
    call: Call | undefined
    /** Set once the body has been read; calls without a body never set it. */
    sent: Sent | undefined
    /** What the request has used of the database so far, for the log and the statistics. */
    databaseUse: DatabaseUse
    /** The code of the error that was answered, for the log. */
    errorCode: string | undefined
  }
}
