/** Codes of letters and digits that people copy by hand. */

/** Digits and letters that are not mistaken for each other (Crockford's base 32): five bits each. */
export const TYPED_CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A code as it is compared: people write it with spaces, in capitals, and an o for a zero. */
export const normalTypedCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** Whether the text is a normal code of this many characters. */
export const isTypedCode = (code: string, length: number): boolean =>
  code.length === length && [...code].every((character) => TYPED_CODE_ALPHABET.includes(character))
