/** Bounds of a problem report (docs/rules/support.md 1.1). */
export const MAX_REPORT_TITLE = 128
export const MAX_REPORT_DESCRIPTION = 1000

/** Bounds of a crash report (docs/rules/support.md 1.3). */
export const MAX_CRASH_MESSAGE = 500
export const MAX_CRASH_STACK = 8000
export const MAX_CRASH_SCREEN = 200
