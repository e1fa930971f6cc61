/**
 * The texts of the product. The texts of a feature are one constant in `ar/<feature>.ts`; components import it and look up its
 * messages, so that the bundler puts them into the screen's chunk and nothing else loads them:
 *
 *   import { booking } from '#messages/booking'
 *   const t = useMessages(booking)
 *   t('day.free', { count: 3 })                             keys are checked, nested ones are joined by a dot
 *   t.rich('terms', { link: (text) => <a …>{text}</a> })    for '<link>…</link>' inside a sentence
 *   messagesOf(errors)('wrong-password')                    outside of components
 *
 * Texts are ICU messages. `#` inside a plural and `{n, number}` use the reader's digits; a bare `{n}` is inserted unchanged:
 * text, or a result of `platform/format.ts`. Arabic has six plurals: zero one two few many other.
 *
 * A message that addresses the reader may depend on their gender: `{gender, select, female {اختاري} other {اختار}} مدرّس`. The
 * argument is the signed-in user's and supplied automatically. The two forms are plain words, female first, without arguments
 * (docs/rules/screens.md 2.6).
 *
 * English is the folder `en/`, whose files are `satisfies Wording<typeof booking>`: types require each key, and
 * `tests/english.test.ts` the same arguments.
 */
import { createTranslator } from 'use-intl/core'
import { ZONE } from '#domain/cairo'
import { latinDigits } from '#domain/digits'
import type { Gender } from '#domain/users/gender'
import { language } from '#messages/language'
import { addressee, useAddressee } from '../platform/addressee.ts'
import { type Digits, preferences, usePreferences } from '../platform/preferences.ts'
import type { Catalogue } from './wording.ts'

export type { Catalogue, Wording } from './wording.ts'

/** A message for a reader of unknown gender: its type names no argument that is supplied here. */
type Neutral<S extends string> =
  S extends `${infer Before}{gender, select, female {${string}} other {${infer Other}}}${infer After}`
    ? Neutral<`${Before}${Other}${After}`>
    : S

type NeutralCatalogue<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends string ? Neutral<C[K]> : C[K] extends Catalogue ? NeutralCatalogue<C[K]> : C[K]
}

export type Messages<C extends Catalogue> = ReturnType<typeof createTranslator<NeutralCatalogue<C>>>

export const localeOf = (digits: Digits): string => language.locales[digits]
export const hasChoiceOfDigits = localeOf('arab') !== localeOf('latn')

type Reader = { locale: string; gender: Gender | null }
type Values = Readonly<Record<string, unknown>>
type Translate = (key: string, values: Values) => unknown
type AnyMessages = Translate & { rich: Translate; markup: unknown; raw: unknown; has: unknown }

const made = new Map<string, WeakMap<Catalogue, unknown>>()

function madeFor({ locale, gender }: Reader): WeakMap<Catalogue, unknown> {
  const key = `${locale} ${gender}`
  const known = made.get(key) ?? new WeakMap<Catalogue, unknown>()
  made.set(key, known)
  return known
}

/** The sentences of a catalogue, in the digits of the reader's locale and addressed to them. */
export function messagesFor<C extends Catalogue>(catalogue: C, reader: Reader): Messages<C> {
  const known = madeFor(reader).get(catalogue) as Messages<C> | undefined
  if (known) return known
  const options = { locale: reader.locale, timeZone: ZONE, messages: catalogue }
  const plain = createTranslator<C>(options) as unknown as AnyMessages
  const withGender = (values: Values | undefined) => ({ gender: reader.gender ?? 'other', ...values })
  // Digits stand in Arabic sentences as they are written there.
  const inDigits = (said: unknown) =>
    typeof said === 'string' && reader.locale === language.locales.latn ? latinDigits(said) : said
  const messages = Object.assign((key: string, values?: Values) => inDigits(plain(key, withGender(values))), plain, {
    rich: (key: string, values?: Values) => {
      const said = plain.rich(key, withGender(values))
      return Array.isArray(said) ? said.map(inDigits) : inDigits(said)
    },
  }) as unknown as Messages<C>
  madeFor(reader).set(catalogue, messages)
  return messages
}

/** The sentences of a catalogue as of now; inside of components `useMessages` follows the choice of digits, and who reads. */
export const messagesOf = <C extends Catalogue>(catalogue: C): Messages<C> =>
  messagesFor(catalogue, { locale: localeOf(preferences().digits), gender: addressee() })

export const useMessages = <C extends Catalogue>(catalogue: C): Messages<C> =>
  messagesFor(catalogue, { locale: localeOf(usePreferences().digits), gender: useAddressee() })
