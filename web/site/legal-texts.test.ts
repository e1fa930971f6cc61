import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { requiredTexts, textVersions } from '#domain/users/consents'
import { privacy as arabicPrivacy, terms as arabicTerms } from '../messages/ar/site/legal.tsx'
import { privacy, terms } from '../messages/en/site/legal.tsx'

const TEXTS = { terms: [arabicTerms, terms], privacy: [arabicPrivacy, privacy] }

const hashOf = (text: (typeof requiredTexts)[number]) =>
  createHash('sha256').update(JSON.stringify(TEXTS[text])).digest('hex').slice(0, 16)

/** What people agree to in each version, in both languages. */
const PUBLISHED = {
  terms: { version: 1, hash: '8456bda9e4c58560' },
  privacy: { version: 1, hash: '50d4200999ea9b31' },
}

/**
 * A text that says something else has another version, so that everybody is asked again: write the next one here and in
 * `domain/users/consents.ts`. After a correction of spelling only the hash changes (docs/rules/privacy.md 5.1).
 */
it.each(requiredTexts)('the %s is the text whose version people accept', (text) => {
  expect({ version: textVersions[text], hash: hashOf(text) }).toEqual(PUBLISHED[text])
})
