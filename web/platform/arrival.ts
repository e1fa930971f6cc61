/**
 * The query with which the page was loaded, kept by each app's entry before its router drops what no screen reads: the answer of
 * another site is read from it.
 */
// Pages are also rendered at the edge, where nobody arrives from another site.
export const arrivalSearch = typeof window === 'undefined' ? '' : window.location.search
