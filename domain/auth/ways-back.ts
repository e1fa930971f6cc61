/** Which access ends when an account is taken back, by each of the ways (docs/rules/accounts.md 9.4). */

/** What gives access to an account, or to what concerns it. */
export const accessKinds = [
  'sessions',
  'calendar',
  'dataCopy',
  'renewal',
  'phone',
  'google',
  'emailCode',
  'phoneCode',
  'resetCode',
  'factors',
  'networks',
  'undoLinks',
  'invitations',
  'erasure',
] as const
export type AccessKind = (typeof accessKinds)[number]

/** What is used with a session only, so that it ends with the sessions. */
export const kindsOfSessions = ['sockets', 'views', 'push', 'uploads'] as const

/** `unproven`: ends where nobody has proven the account's address; `newer`: ends where it is younger than the change. */
export type Fate = 'ends' | 'stays' | 'unproven' | 'newer'

/** In the order of `accessKinds`: a new kind needs its fate in every row. */
type FatesOf<Kinds extends readonly unknown[]> = { -readonly [Index in keyof Kinds]: Fate }

const row = (...fates: FatesOf<typeof accessKinds>): Record<AccessKind, Fate> =>
  Object.fromEntries(accessKinds.map((kind, index) => [kind, fates[index]])) as Record<AccessKind, Fate>

const ends = 'ends'
const stays = 'stays'
const unproven = 'unproven'
const newer = 'newer'

/**
 * `email-by-staff` is another address given by staff, `email-proof` the first proof of the account's own address by a code,
 * `email-change` the proof of another one, `email-replaced` another one in place of an address that nobody has proven,
 * `first-factor` the first second factor.
 */
// biome-ignore format: one row for each way
export const waysBack = {
  //                         sessions calendar dataCopy renewal phone     google emailCode phoneCode resetCode factors networks undoLinks invitations erasure
  'password-reset':      row(ends,    ends,    ends,    ends,    unproven, ends,  ends,     ends,     ends,     stays,  ends,    stays,    ends,       ends),
  'password-change':     row(ends,    ends,    ends,    stays,   stays,    stays, stays,    stays,    ends,     stays,  ends,    stays,    ends,       ends),
  'google-proof':        row(ends,    ends,    ends,    ends,    ends,     ends,  ends,     ends,     ends,     stays,  ends,    stays,    ends,       ends),
  'email-undo':          row(ends,    ends,    ends,    ends,    ends,     ends,  ends,     ends,     ends,     newer,  ends,    newer,    ends,       ends),
  'sign-out-everywhere': row(ends,    ends,    ends,    stays,   stays,    stays, stays,    stays,    stays,    stays,  stays,   stays,    ends,       stays),
  'sessions-by-staff':   row(ends,    ends,    ends,    stays,   stays,    stays, stays,    stays,    stays,    stays,  stays,   stays,    ends,       ends),
  'email-by-staff':      row(ends,    ends,    ends,    ends,    stays,    ends,  ends,     stays,    ends,     stays,  stays,   ends,     ends,       ends),
  'factor-reset':        row(ends,    ends,    ends,    stays,   stays,    stays, stays,    stays,    stays,    ends,   stays,   stays,    ends,       ends),
  'first-factor':        row(ends,    ends,    ends,    stays,   stays,    stays, stays,    stays,    stays,    stays,  stays,   stays,    stays,      stays),
  'email-proof':         row(stays,   stays,   stays,   stays,   stays,    ends,  ends,     stays,    stays,    stays,  stays,   stays,    stays,      stays),
  'email-change':        row(stays,   stays,   stays,   stays,   stays,    ends,  ends,     stays,    ends,     stays,  stays,   stays,    stays,      stays),
  'email-replaced':      row(stays,   stays,   stays,   stays,   stays,    ends,  ends,     stays,    ends,     stays,  stays,   stays,    stays,      stays),
  'deactivation':        row(stays,   ends,    ends,    ends,    stays,    stays, stays,    stays,    stays,    stays,  stays,   stays,    stays,      stays),
}
export type WayBack = keyof typeof waysBack

/**
 * Whether a kind ends by one of the ways that a request takes: `newer` for what is younger than the change that is undone.
 * `isProven` says whether somebody had proven the account's address before.
 */
export function fateBy(ways: readonly WayBack[], kind: AccessKind, isProven: boolean): 'ends' | 'stays' | 'newer' {
  const fates = ways.map((way) => waysBack[way][kind])
  if (fates.includes('ends') || (fates.includes('unproven') && !isProven)) return 'ends'
  return fates.includes('newer') ? 'newer' : 'stays'
}
