import { latinDigits } from '#domain/digits'
import { withoutMarks } from '#domain/text'

/**
 * The form in which the number of an order is compared, ours or the provider's: people type it with Arabic digits and blanks, and
 * paste it with `#` or marks that show nothing (docs/rules/api.md 3.4).
 */
export const normalOrderNumber = (text: string): string =>
  latinDigits(withoutMarks(text.normalize('NFKC')))
    .replace(/^#/, '')
    .replace(/\s/g, '')
