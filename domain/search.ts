/** How a searched word must lie in the text (spec section 3); loose: anywhere in it, whatever its case. */
export const matchModes = ['exact', 'suffix', 'prefix', 'loose'] as const
export type MatchMode = (typeof matchModes)[number]

/** Spec section 3. */
export const sortDirections = ['asc', 'desc'] as const
