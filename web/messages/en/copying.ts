import type { copying as ar } from '../ar/copying.ts'
import type { Wording } from '../messages.ts'

export const copying = {
  failed: 'Not copied',
  failedText: 'Your browser doesn’t allow copying. Select the text and copy it yourself.',
} as const satisfies Wording<typeof ar>
