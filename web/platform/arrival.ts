/**
 * The query with which the page was loaded, kept by each app's entry before its router drops what no screen reads: the answer of
 * another site is read from it.
 */
export const arrivalSearch = window.location.search
