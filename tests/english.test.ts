import { readdirSync, readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { expect, it } from 'vitest'
import { AR, catalogueOf, cataloguesIn, EN } from './catalogues.ts'

// The second member of a compiled node: what kind of argument it is. A tag has its first child there instead.
const [POUND, SELECT, PLURAL, ORDINAL, NUMBER] = [0, 1, 2, 3, 4]

/** The arguments and tags of a compiled node, and the choices between its texts: `count: number`, `why: choice late`, `link: tag`. */
function partsOf(node: unknown): string[] {
  if (!Array.isArray(node)) return []
  const [name, kind, choices] = node as [string, unknown, unknown]
  if (node.length === 1) return [`${name}: text`]
  if (typeof kind !== 'number' || kind === POUND) return [`${name}: tag`, ...node.slice(1).flatMap(partsOf)]
  if (kind === NUMBER) return [`${name}: number`]
  if (kind > NUMBER) return [`${name}: date`]
  const word = kind === SELECT ? 'choice' : 'plural'
  return Object.entries(choices as Record<string, unknown>).flatMap(([choice, inner]) => [
    `${name}: ${kind === PLURAL || kind === ORDINAL ? 'number' : 'choice'}`,
    `${name}: ${word} ${choice}`,
    ...(Array.isArray(inner) ? inner.flatMap(partsOf) : []),
  ])
}

const partsOfSentence = (sentence: string): string[] => {
  const compiled = compile(sentence)
  return Array.isArray(compiled) ? compiled.flatMap(partsOf) : []
}

/** What a caller gives. The reader's gender is given to every sentence, and matters to Arabic alone (docs/rules/screens.md 2.6). */
const needs = (sentence: string): string[] =>
  [...new Set(partsOfSentence(sentence))].filter((part) => !/: plural |^gender: /.test(part)).sort()

const pluralsOf = (sentence: string): string[] =>
  partsOfSentence(sentence).flatMap((part) => /: plural (.*)/.exec(part)?.[1] ?? [])

const files = cataloguesIn(AR)

it('has a catalogue for each Arabic one, and no other', () => {
  expect(cataloguesIn(EN).sort()).toEqual([...files].sort())
})

it.each(files)('%s says everything in English, with the same arguments and tags', async (file) => {
  const [arabic, english] = await Promise.all([catalogueOf(AR, file), catalogueOf(EN, file)])
  const found = (isWrong: (sentence: string, key: string) => boolean) =>
    Object.entries(english).filter(([key, sentence]) => isWrong(sentence, key))

  expect(Object.keys(english).sort()).toEqual(Object.keys(arabic).sort())
  expect(found((sentence) => sentence.trim() === '')).toEqual([])
  expect(found((sentence) => /\p{Script=Arabic}|[،؛؟٪٫٬]/u.test(sentence))).toEqual([])
  expect(found((sentence) => pluralsOf(sentence).some((plural) => !/^(=\d+|one|other)$/.test(plural)))).toEqual([])
  for (const [key, sentence] of Object.entries(arabic)) {
    expect([key, needs(english[key] ?? '')]).toEqual([key, needs(sentence)])
  }
})

it('the site has its copy in English for each file of the Arabic one, without an Arabic letter', () => {
  const copies = readdirSync(new URL('site/', EN))
  expect(copies.sort()).toEqual(readdirSync(new URL('site/', AR)).sort())
  const arabic = copies.filter((file) => /\p{Script=Arabic}/u.test(readFileSync(new URL(`site/${file}`, EN), 'utf8')))
  expect(arabic).toEqual([])
})
