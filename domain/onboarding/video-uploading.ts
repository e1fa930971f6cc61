import { hours } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { maxBytes } from '../files/kinds.ts'

/** Uploading an intro video in parts, so that a lost connection costs only one part (docs/rules/onboarding.md 2.7). */

const MIB = 1024 * 1024

/** The object storage requires parts of equal size, at least 5 MiB; only the last may be smaller. */
export const PART_BYTES = 5 * MIB

/** How long an upload can be continued after its start (docs/rules/onboarding.md 2.7). */
export const UPLOAD_LIFETIME_MS = hours(6)

export const MAX_PARTS = Math.ceil(maxBytes['intro-video'] / PART_BYTES)

/** Refuses a video larger than its kind allows. */
export const whyNotVideoBytes = (bytes: number): ErrorCode | null =>
  bytes > maxBytes['intro-video'] ? 'large-file-size' : null

/** The number of parts of a file of `bytes`; the last part may be smaller (docs/rules/onboarding.md 2.7). */
export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** The size of the part with this number (from 1) in a file of `bytes`; null if the file has no such part. */
export function partBytes(bytes: number, number: number): number | null {
  const parts = partCount(bytes)
  if (number < 1 || number > parts) return null
  return number < parts ? PART_BYTES : bytes - (parts - 1) * PART_BYTES
}

/** The numbers of the missing parts, ascending. */
export const missingParts = (bytes: number, arrived: readonly number[]): number[] =>
  Array.from({ length: partCount(bytes) }, (_, index) => index + 1).filter((number) => !arrived.includes(number))
