/** Whether a delete failed because other rows still reference the row. */
export function isStillReferenced(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes('FOREIGN KEY constraint failed') || isStillReferenced(error.cause)
}
