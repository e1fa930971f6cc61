import { days, type Instant } from '../cairo.ts'

/** The person may change their mind for so long (docs/rules/privacy.md 4.1). */
export const ERASURE_DELAY_MS = days(14)

/** The pseudonym of an erased account (docs/rules/privacy.md 4.4). */
export const ERASED_NAME = 'حساب ممسوح'
export const ERASED_ENGLISH_NAME = 'Erased account'

/** JSON with the pseudonym, which is stored in Arabic, in the language of its reader (docs/rules/privacy.md 4.4). */
export const withErasedNameIn = (language: 'ar' | 'en', json: string): string =>
  language === 'en' ? json.replaceAll(JSON.stringify(ERASED_NAME), JSON.stringify(ERASED_ENGLISH_NAME)) : json

export const erasureStates = ['none', 'asked'] as const
export type ErasureState = (typeof erasureStates)[number]

/** What has to end before an account can be erased (docs/rules/privacy.md 4.3). */
export const erasureObstacles = [
  'upcoming-lessons',
  'upcoming-meetings',
  'open-orders',
  'balance',
  'open-withdrawals',
  'waiting-pay',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

/** How much of each there is; the balance may also be what the tutor owes. */
export type OpenMatters = Record<ErasureObstacle, number>

/** Why an account cannot be erased yet, in the order of the list; empty where nothing is open (docs/rules/privacy.md 4.3). */
export const obstaclesOf = (open: OpenMatters): ErasureObstacle[] =>
  erasureObstacles.filter((obstacle) => open[obstacle] !== 0)

export type AskedErasure = { askedAt: Instant; due: Instant; stoppedAt: Instant | null }

/** Until when a person who asks now may change their mind (docs/rules/privacy.md 4.1). */
export const erasureDue = (now: Instant): Instant => now + ERASURE_DELAY_MS

/** Where the latest request stands; one that was stopped counts as none (docs/rules/privacy.md 4.2). */
export const erasureState = (latest: AskedErasure | undefined): ErasureState =>
  !latest || latest.stoppedAt !== null ? 'none' : 'asked'

/** Whether the time to change one's mind is over (docs/rules/privacy.md 4.5). */
export const isDue = ({ due, stoppedAt }: AskedErasure, now: Instant): boolean => stoppedAt === null && due <= now
