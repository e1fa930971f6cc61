import { latinDigits } from '#domain/digits'
import { withoutMarks } from '#domain/text'

/** Codes of letters and digits that people type. */

/** Digits and letters that are not easily confused (Crockford's base 32): five bits each. */
export const TYPED_CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The form in which a code is compared: users type it with spaces and dashes, in capitals, with an o for a zero and with Arabic digits,
 * and paste it with marks that show nothing.
 */
export const normalTypedCode = (typed: string): string =>
  latinDigits(withoutMarks(typed.normalize('NFKC')))
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** Whether the text is a normalised code of this length. */
export const isTypedCode = (code: string, length: number): boolean =>
  code.length === length && [...code].every((character) => TYPED_CODE_ALPHABET.includes(character))
