/** Characters of the reason that staff state for what they do (docs/rules/staff.md 1.5). */
export const MIN_REASON = 3
export const MAX_REASON = 500
