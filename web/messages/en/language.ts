import type { language as ar } from '../ar/language.ts'
import type { Wording } from '../wording.ts'

// English has one kind of digits.
export const language = {
  code: 'en',
  direction: 'ltr',
  locales: { arab: 'en-GB', latn: 'en-GB' },
} as const satisfies Wording<typeof ar>
