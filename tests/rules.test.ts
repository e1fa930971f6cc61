import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const RULES = 'docs/rules'
const FOLDERS = ['domain', 'contract', 'db', 'party', 'worker', 'web', 'dev', 'tests', 'docs']
/** This file names the forms that it forbids. */
const SELF = relative(root, import.meta.filename)

type Source = { file: string; text: string }

const read = (file: string): Source => ({ file, text: readFileSync(join(root, file), 'utf8') })

/** A citation may be broken between two lines of a comment, whose marks stand between them then. */
const flat = (text: string): string => text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ')

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js|sql|css|html|md|py)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
  .concat('README.md')
  .filter((file) => file !== SELF)
  .map(read)
  .map(({ file, text }) => ({ file, text: flat(text) }))

/** The numbers of a page's rules, in order. */
const numbersOf = ({ text }: Source): string[] =>
  [...text.matchAll(/^(\d+\.\d+) \*\*/gm)].map((match) => match[1] ?? '')

const pages = new Map(
  readdirSync(join(root, RULES))
    .filter((name) => name !== 'README.md')
    .map((name) => [name, read(`${RULES}/${name}`)] as const),
)

const isRule = (page: string, number: string): boolean =>
  numbersOf(pages.get(page) ?? { file: '', text: '' }).includes(number)

const NUMBERS = /\d+\.\d+(?:(?:,| and) \d+\.\d+)*/.source

/** What a text cites, each as `page number`; the number is missing where the text names a page alone. */
function citationsIn(text: string, place: RegExp): { page: string; number: string | undefined }[] {
  return [...text.matchAll(place)].flatMap(([, page = '', numbers]) => {
    const all = numbers?.match(/\d+\.\d+/g) ?? [undefined]
    return all.map((number) => ({ page, number }))
  })
}

const dead = (place: RegExp, among: readonly Source[]): string[] =>
  among.flatMap(({ file, text }) =>
    citationsIn(text, place)
      .filter(({ page, number }) => !pages.has(page) || (number !== undefined && !isRule(page, number)))
      .map(({ page, number }) => `${file}: ${page} ${number ?? ''}`),
  )

describe('the rules', () => {
  it('every citation leads to a rule', () => {
    const cited = new RegExp(`${RULES}/([\\w-]+\\.md)(?: (${NUMBERS}))?`, 'g')
    expect(dead(cited, sources)).toEqual([])
  })

  it('a citation in the code says which rule', () => {
    const whole = new RegExp(`${RULES}/[\\w-]+\\.md(?! \\d+\\.\\d)`)
    const vague = sources.filter(({ file, text }) => !file.endsWith('.md') && whole.test(text))
    expect(vague.map(({ file }) => file)).toEqual([])
  })

  it('pages cite each other and themselves rightly', () => {
    const between = new RegExp(`(?<![\\w/])([a-z]+\\.md) (${NUMBERS})`, 'g')
    const flatPages = [...pages.values()].map(({ file, text }) => ({ file, text: flat(text) }))
    expect(dead(between, flatPages)).toEqual([])
    const within = [...pages].flatMap(([page, { text }]) =>
      [...flat(text).matchAll(/\((\d+\.\d+)\)/g)]
        .filter(([, number = '']) => !isRule(page, number))
        .map(([, number]) => `${page}: ${number}`),
    )
    expect(within).toEqual([])
  })

  it('no number stands twice in a page, and each stands in its section', () => {
    for (const [page, source] of pages) {
      const numbers = numbersOf(source)
      expect(new Set(numbers).size, page).toBe(numbers.length)
      const sections = source.text.split(/^## /m).slice(1)
      for (const section of sections) {
        const own = numbersOf({ file: page, text: section })
        const first = section.slice(0, section.indexOf(' '))
        expect(
          own.filter((number) => !number.startsWith(`${first}.`)),
          page,
        ).toEqual([])
      }
      expect(
        sections.flatMap((section) => numbersOf({ file: page, text: section })),
        page,
      ).toEqual(numbers)
    }
  })

  it('the contents name every page', () => {
    const contents = readFileSync(join(root, RULES, 'README.md'), 'utf8')
    expect([...pages.keys()].filter((page) => !contents.includes(`(${page})`))).toEqual([])
  })

  // Somebody who clones the repository has nothing else to look a rule up in.
  it('nothing cites a paper that is not in the repository', () => {
    const papers = [
      /\bfacts[:,] ?(?:accounts|lessons|payments|screens|market|subscriptions|chat|scale)\b/,
      /\b[Ff]acts: [a-z]+ \d/,
      /\b(?:[Ss]pec(?:ification)?|[Dd]esign) sections? \d/,
      /\b(?:design|market|spec|scale|stack|facts)\.md\b/,
      /\border of the facts\b|\bPROPOSED rows\b|\bthe spec(?:[’']s)?\b(?!\.)/,
    ]
    const citing = sources.filter(({ text }) => papers.some((form) => form.test(text)))
    expect(citing.map(({ file }) => file)).toEqual([])
  })

  it('a file that a page names is there', () => {
    const path = new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./-]+)\``, 'g')
    const missing = sources
      .filter(({ file }) => file.endsWith('.md'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(path)]
          .map(([, named = '']) => ({ file, named }))
          .filter(({ named }) => !existsSync(join(root, named))),
      )
    expect(missing).toEqual([])
  })

  it('every decision that is cited is there', () => {
    const names = readdirSync(join(root, 'docs/decisions'))
    const missing = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/docs\/decisions\/(\d{3})/g)]
        .filter(([, number = '']) => !names.some((name) => name.startsWith(number)))
        .map(([found]) => `${file}: ${found}`),
    )
    expect(missing).toEqual([])
  })
})
