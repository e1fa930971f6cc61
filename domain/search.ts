/** How a searched word must lie in the text (docs/rules/api.md 3.4); loose: anywhere in it, whatever its case. */
export const matchModes = ['exact', 'suffix', 'prefix', 'loose'] as const
export type MatchMode = (typeof matchModes)[number]

/** Which way a list is sorted (docs/rules/api.md 3.5). */
export const sortDirections = ['asc', 'desc'] as const

/** Letters that the palette of the dashboard searches by: fewer would find half of everything (docs/rules/staff.md 8.1). */
export const MIN_STAFF_SEARCH = 2
