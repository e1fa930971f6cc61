/** Views of a list that staff share with a role (docs/rules/staff.md 16.1). */

/** In characters. */
export const MAX_LIST_ID = 60
export const MAX_VIEW_NAME = 40
/** The longest address of a view, in characters. */
export const MAX_VIEW_SEARCH = 2000

/** More than one person shares of one list. */
export const MAX_SHARED_VIEWS = 30
