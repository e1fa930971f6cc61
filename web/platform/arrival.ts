/**
 * The query with which the page was loaded, stored by each app's entry before its router drops unknown parameters; the
 * answer of another site is read from it.
 */
// Pages are also rendered at the edge, where there is no redirect from another site.
export const arrivalSearch = typeof window === 'undefined' ? '' : window.location.search
