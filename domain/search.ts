/** How a search word must match the text (docs/rules/api.md 3.4); loose: anywhere, case-insensitively. */
export const matchModes = ['exact', 'suffix', 'prefix', 'loose'] as const
export type MatchMode = (typeof matchModes)[number]

/** The direction in which a list is sorted (docs/rules/api.md 3.5). */
export const sortDirections = ['asc', 'desc'] as const

/**
 * The minimum length of a search in the dashboard's command palette: shorter words match too much (docs/rules/staff.md
 * 8.1).
 */
export const MIN_STAFF_SEARCH = 2
