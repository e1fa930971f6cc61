import { minutes } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Permission } from '../permissions.ts'
import { isAdmin, isStaff, type Role } from '../roles.ts'

/** The second step of a sign-in, and what is permitted without one (docs/rules/staff.md 4.1). */

/** How long a sign-in waits for its second step, and how long a passkey's challenge is valid. */
export const CHALLENGE_VALIDITY_MS = minutes(5)
/** How long the key of an authenticator app waits for its first code. */
export const TOTP_ENROLMENT_MS = minutes(15)

export const TOTP_PERIOD_SECONDS = 30
/** Codes of the adjacent periods are accepted too, because a phone's clock may differ (RFC 6238, section 5.2). */
export const TOTP_WINDOW = 1

export const RECOVERY_CODES = 10
/** With fewer than this, the screen asks to generate new ones. */
export const FEW_RECOVERY_CODES = 3
export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 40

/** 120 bits, so that a single keyed hash protects them sufficiently. */
export const RECOVERY_CHARACTERS = 24
const RECOVERY_GROUP = 6

/** A recovery code formatted in groups for display. */
export const shownRecoveryCode = (characters: string): string =>
  characters.match(new RegExp(`.{${RECOVERY_GROUP}}`, 'g'))?.join('-') ?? characters

/**
 * Why an account may not enrol its first second factor: `illegal` for a student or tutor whose address nobody has proven. A
 * stranger who has typed the address would otherwise lock its owner out (docs/rules/staff.md 4.1).
 */
export const whyNotEnrol = ({ role, verifiedEmail }: { role: Role; verifiedEmail: boolean }): ErrorCode | null =>
  isStaff(role) || verifiedEmail ? null : 'illegal'

/** The apps whose host passkeys belong to. */
export const passkeySites = ['app', 'dashboard'] as const
export type PasskeySite = (typeof passkeySites)[number]

/** Where the passkeys of an account work: staff's in the dashboard, those of students and tutors in the app (docs/rules/staff.md 4.5). */
export const passkeySiteOf = (role: Role): PasskeySite => (isStaff(role) ? 'dashboard' : 'app')

/**
 * Whether an account of this role must have a second factor, in an environment that requires it (docs/rules/staff.md 4.2).
 */
export const needsSecondFactor = (role: Role, isRequired: boolean): boolean => isRequired && isAdmin(role)

/** The only calls of an admin without a required second factor: enrolling, reading their own account, and signing out. */
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

/** Whether an admin without a required second factor may make this call (docs/rules/staff.md 4.2). */
export const isEnrolmentCall = (permission: Permission): boolean => ENROLMENT_CALLS.has(permission)
