/** Length limits of the reason that staff give for an action (docs/rules/staff.md 1.5). */
export const MIN_REASON = 3
export const MAX_REASON = 500
