import { minutes } from '../cairo.ts'
import type { Permission } from '../permissions.ts'
import { isAdmin, isStaff, type Role } from '../roles.ts'

/** The second step of staff's sign-in, and what somebody without one may do (docs/rules/staff.md 4.1). */

/** How long a sign-in waits for its second step, and a passkey's challenge for its signature. */
export const CHALLENGE_VALIDITY_MS = minutes(5)
/** How long a key that was shown to an authenticator app waits for its first code. */
export const TOTP_ENROLMENT_MS = minutes(15)

export const TOTP_PERIOD_SECONDS = 30
/** Codes of the period before and after are accepted too: a phone's clock may be off (RFC 6238, section 5.2). */
export const TOTP_WINDOW = 1

export const RECOVERY_CODES = 10
/** Fewer are left: the screen asks for new ones. */
export const FEW_RECOVERY_CODES = 3
export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 40

/** 120 bits, so that a plain keyed hash of them may be kept. */
export const RECOVERY_CHARACTERS = 24
const RECOVERY_GROUP = 6

/** A recovery code as it is shown: in groups. */
export const shownRecoveryCode = (characters: string): string =>
  characters.match(new RegExp(`.{${RECOVERY_GROUP}}`, 'g'))?.join('-') ?? characters

/** Whether somebody of this role has second factors at all (docs/rules/staff.md 4.1). */
export const mayHaveSecondFactor = (role: Role): boolean => isStaff(role)

/** Whether somebody must have one, in an environment that asks for it (docs/rules/staff.md 4.2). */
export const needsSecondFactor = (role: Role, isRequired: boolean): boolean => isRequired && isAdmin(role)

/** All that an admin without a second factor may do where one is required: enrol, see themselves, and leave. */
const ENROLMENT_CALLS: ReadonlySet<Permission> = new Set<Permission>([
  'user.current',
  'auth.password',
  'auth.google',
  'auth.startGoogle',
  'auth.secondFactor',
  'auth.secondFactorOptions',
  'auth.signOutEverywhere',
  'secondFactor.read',
  'secondFactor.beginTotp',
  'secondFactor.confirmTotp',
  'secondFactor.beginPasskey',
  'secondFactor.addPasskey',
])

export const isEnrolmentCall = (permission: Permission): boolean => ENROLMENT_CALLS.has(permission)
