import { vi } from 'vitest'

/** Waits until a check holds: work that follows an answer is done soon, on a busy machine later. */
export const eventually = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 })
