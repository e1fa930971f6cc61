import * as z from 'zod/mini'
import { latinDigits } from '#domain/digits'

/** Emptiness is no number, and not zero. */
const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(latinDigits(text).replace('٫', '.'))

/** A typed number, in any digits, times `scale`: 100 for pounds and percentages, which are stored in hundredths. */
export const typedNumber = (scale = 1) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => {
      const scaled = Math.round(numberOf(text) * scale * 1e6) / 1e6
      // The rules of the fields refuse it with their own codes.
      return Number.isNaN(scaled) ? -1 : scaled
    }),
  )

/** A number that may be left out: null then, and NaN for what is no number. */
export const optionalNumber = () =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => (text.trim() === '' ? null : numberOf(text))),
      z.nullable(z.union([z.number(), z.nan()])),
    ),
  )

const MISSING = { error: 'required-field' }

/** The id of what was chosen in a list of options. */
export const chosenId = z.pipe(z.string(MISSING).check(z.minLength(1, MISSING)), z.transform(Number))

/** The typed number, for a preview; null if it is invalid. */
export function previewNumber(text: string, scale = 1): number | null {
  const value = numberOf(text) * scale
  return Number.isFinite(value) && value >= 0 ? Math.round(value) : null
}
