import { maxBytes } from '../assets/kinds.ts'
import { hours } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'

/** An intro video that is sent in parts, so that a line that drops costs one part (docs/rules/onboarding.md 2.7). */

const MIB = 1024 * 1024

/** The object storage takes parts of one size, 5 MiB at the least; only the last may be smaller. */
export const PART_BYTES = 5 * MIB

/** How long an upload may be continued after it was begun. */
export const UPLOAD_LIFETIME_MS = hours(48)

export const MAX_PARTS = Math.ceil(maxBytes['intro-video'] / PART_BYTES)

export const whyNotVideoBytes = (bytes: number): ErrorCode | null =>
  bytes > maxBytes['intro-video'] ? 'large-file-size' : null

export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** The bytes of the part with this number, counted from 1, in a file of `bytes`; null where it has no such part. */
export function partBytes(bytes: number, number: number): number | null {
  const parts = partCount(bytes)
  if (number < 1 || number > parts) return null
  return number < parts ? PART_BYTES : bytes - (parts - 1) * PART_BYTES
}

/** The numbers of the parts that have not arrived, ascending. */
export const missingParts = (bytes: number, arrived: readonly number[]): number[] =>
  Array.from({ length: partCount(bytes) }, (_, index) => index + 1).filter((number) => !arrived.includes(number))
