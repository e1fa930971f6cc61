/** Bounds of a report of a problem (facts: accounts 9.7). */
export const MAX_REPORT_TITLE = 128
export const MAX_REPORT_DESCRIPTION = 1000
