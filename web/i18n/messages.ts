/**
 * The words of the product. The words of a feature are one constant, `ar/<feature>.ts`; whoever shows them imports that
 * constant and asks for its sentences, so that the bundler puts them beside the screen and nothing else loads them:
 *
 *   import { booking } from '../../i18n/ar/booking.ts'
 *   const t = useMessages(booking)
 *   t('day.free', { count: 3 })                             keys are checked, nested ones are joined by a dot
 *   t.rich('terms', { link: (text) => <a …>{text}</a> })    for '<link>…</link>' inside a sentence
 *   messagesOf(errors)('wrong-password')                    outside of components
 *
 * Sentences are ICU messages. `#` inside a plural and `{n, number}` follow the reader's digits; a bare `{n}` is put in as
 * it is given: text, or what `platform/format.ts` has made. Arabic has six plurals: zero one two few many other.
 *
 * A second language is a folder beside `ar/` whose files are `satisfies Wording<typeof booking>`; a build speaks one
 * language, so it comes in by an alias of the folder and nobody downloads two.
 */
import { createTranslator } from 'use-intl/core'
import { ZONE } from '#domain/cairo'
import { type Digits, preferences, usePreferences } from '../platform/preferences.ts'

export type Catalogue = { readonly [key: string]: string | Catalogue }

/** The same keys with other sentences. */
export type Wording<C extends Catalogue> = { readonly [K in keyof C]: C[K] extends Catalogue ? Wording<C[K]> : string }

export type Messages<C extends Catalogue> = ReturnType<typeof createTranslator<C>>

export const localeOf = (digits: Digits): string => `ar-EG-u-nu-${digits}`

const made: Record<Digits, WeakMap<Catalogue, unknown>> = { arab: new WeakMap(), latn: new WeakMap() }

function inDigits<C extends Catalogue>(catalogue: C, digits: Digits): Messages<C> {
  const known = made[digits].get(catalogue) as Messages<C> | undefined
  if (known) return known
  const messages = createTranslator<C>({ locale: localeOf(digits), timeZone: ZONE, messages: catalogue })
  made[digits].set(catalogue, messages)
  return messages
}

/** The sentences of a catalogue as of now; inside of components `useMessages` follows the choice of digits. */
export const messagesOf = <C extends Catalogue>(catalogue: C): Messages<C> => inDigits(catalogue, preferences().digits)

export const useMessages = <C extends Catalogue>(catalogue: C): Messages<C> =>
  inDigits(catalogue, usePreferences().digits)
