/** Whether the database refused because other rows still name the one to delete. */
export function isStillNamed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes('FOREIGN KEY constraint failed') || isStillNamed(error.cause)
}
