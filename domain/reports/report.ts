/** Bounds of a report of a problem (docs/rules/support.md 1.1). */
export const MAX_REPORT_TITLE = 128
export const MAX_REPORT_DESCRIPTION = 1000
