import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin as BundlePlugin } from 'esbuild'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { manifestOf } from './app/manifest.ts'
import { language as arabic } from './i18n/ar/language.ts'
import { page as arabicPage } from './i18n/ar/page.ts'
import { language as english } from './i18n/en/language.ts'
import { page as englishPage } from './i18n/en/page.ts'
import { type Language, languages } from './i18n/languages.ts'

/**
 * One build makes the bundle of each language (docs/decisions/009). Sentences are left out while the code is bundled, and put in
 * at the end: the Arabic ones into the files as they are, the English ones into a copy of every script below `assets/en/`.
 */

type App = 'app' | 'dashboard' | 'site'
type Words = Record<string, unknown>

const CATALOGUE = /\/i18n\/ar\/([\w-]+)\.ts$/
/** The placeholder of a constant's sentences: a call that minifiers leave alone, or drop where nothing uses it. */
const PLACEHOLDER = /__sentences\(["'`]([\w-]+)\.(\w+)#\w+["'`]\)/g
/** A script as others name it that fetch it later. */
const SCRIPT_NAME = /(["'`])(assets\/[\w.-]+\.js)\1/g
const WORDS = {
  ar: { html: { lang: 'ar-EG', dir: arabic.direction }, ...arabicPage },
  en: { html: { lang: 'en-GB', dir: english.direction }, ...englishPage },
}
const MARKER = /\{\{([\w.]+)\}\}/g
/**
 * The fonts of the first paint, preloaded together with the style sheet. Digits and spaces have their own files: loading
 * them later would change line breaks and shift the content.
 */
const FONTS: Record<Language, readonly string[]> = {
  ar: ['letters', 'digits', 'punctuation'],
  en: ['cairo-latin', 'punctuation'],
}

const catalogueOf = async (language: Language, name: string): Promise<Words> =>
  (await import(pathToFileURL(join(import.meta.dirname, 'i18n', language, `${name}.ts`)).href)) as Words

/** Sentences are parsed here and not in the browser, which saves it the parser: 10 KB of every first screen. The site has none. */
const compiled = (words: unknown): unknown => {
  if (typeof words === 'string') return compile(words)
  return Object.fromEntries(Object.entries(words as object).map(([key, value]) => [key, compiled(value)]))
}

/** Keys without the quotes that they do not need. */
const literalOf = (words: unknown) => JSON.stringify(words).replace(/"([A-Za-z_$][\w$]*)":/g, '$1:')

/** The sentences of the named constants as JavaScript. */
async function sentencesOf(
  language: Language,
  constants: readonly RegExpExecArray[],
  app: App,
): Promise<ReadonlyMap<string, string>> {
  const found = constants.map(async ([, name = '', constant = '']) => {
    const words = (await catalogueOf(language, name))[constant]
    return [`${name}.${constant}`, literalOf(app === 'site' ? words : compiled(words))] as const
  })
  return new Map(await Promise.all(found))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The path of a bundle file in a language: scripts have a copy per language, all other files are shared. */
export const fileIn = (language: Language, file: string): string =>
  language === 'ar' ? file : file.replace(/^assets\/(.+\.js)$/, `assets/${language}/$1`)

/** The font files of the first paint. */
const fontsIn = (language: Language, files: readonly string[]) =>
  FONTS[language].map((name) => {
    const file = files.find((one) => one.includes(`/${name}-`) && one.endsWith('.woff2'))
    if (!file) throw new Error(`The font ${name} is not in the bundle`)
    return `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`
  })

/** The page with its language's words and scripts, and more links in its head. */
function pageIn(language: Language, source: string, links: readonly string[]): string {
  const { html } = WORDS[language]
  const wordOf = (path: string) => {
    const word = path.split('.').reduce<unknown>((found, key) => (found as Words | undefined)?.[key], WORDS[language])
    if (typeof word !== 'string') throw new Error(`The pages have no word ${path}`)
    return word
  }
  return source
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${html.lang}" dir="${html.dir}"`)
    .replace(MARKER, (_, path) => wordOf(path))
    .replace(/"\/(assets\/[^"]+\.js)"/g, (_, file) => `"/${fileIn(language, file)}"`)
    .replace('</head>', () => `${links.join('')}</head>`)
}

const MANIFESTS = { ar: 'manifest.webmanifest', en: 'manifest.en.webmanifest' } as const
/** Beside `index.html`; `edge/page-in.ts` serves it. */
const ENGLISH_PAGE = 'en.html'

/** `npm run dev` speaks one language, which the variable LANGUAGE of the shell names. */
const served: Language = process.env['LANGUAGE'] === 'en' ? 'en' : 'ar'

export const bundlePerLanguage = (app: App): Plugin => ({
  name: 'bundle-per-language',
  enforce: 'post',
  config: (_, { command }) =>
    command === 'build' && app !== 'site'
      ? { resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }
      : {},
  async transform(_, id) {
    const name = CATALOGUE.exec(id)?.[1]
    if (!name) return
    if (this.environment.mode === 'dev')
      return served === 'ar' ? null : { code: exportsOf(await catalogueOf(served, name)), map: null }
    const [arabic, english] = await Promise.all([catalogueOf('ar', name), catalogueOf('en', name)])
    for (const language of languages) this.addWatchFile(join(import.meta.dirname, 'i18n', language, `${name}.ts`))
    // File names are hashed while bundling, before texts are inserted, so changed texts must change the placeholder.
    const digest = digestOf(JSON.stringify([arabic, english]))
    const lines = Object.keys(arabic).map(
      (constant) => `export const ${constant} = /* @__PURE__ */ __sentences("${name}.${constant}#${digest}")`,
    )
    return { code: lines.join('\n'), map: null }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (page, { server }) => (server ? pageIn(served, page, []) : page),
  },
  generateBundle: {
    order: 'post',
    async handler(_, files) {
      const names = Object.keys(files)
      const linksIn = (language: Language) => {
        const manifest = `<link rel="manifest" href="/${MANIFESTS[language]}">`
        return [...fontsIn(language, names), ...(app === 'app' ? [manifest] : [])]
      }
      const scripts = Object.values(files).filter((file) => file.type === 'chunk')
      const constants = scripts.flatMap(({ code }) => [...code.matchAll(PLACEHOLDER)])
      const wordsIn = {
        ar: await sentencesOf('ar', constants, app),
        en: await sentencesOf('en', constants, app),
      }
      const scriptIn = (language: Language, code: string) =>
        code
          .replace(PLACEHOLDER, (_, name, constant) => wordsIn[language].get(`${name}.${constant}`) ?? '')
          .replace(SCRIPT_NAME, (_, quote, file) => `${quote}${fileIn(language, file)}${quote}`)
      for (const script of scripts) {
        this.emitFile({ type: 'asset', fileName: fileIn('en', script.fileName), source: scriptIn('en', script.code) })
        script.code = scriptIn('ar', script.code)
      }
      for (const file of Object.values(files)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
        const source = String(file.source)
        // The site's pages are rendered in both languages at separate addresses.
        const language = file.fileName.startsWith('en/') ? 'en' : 'ar'
        file.source = pageIn(language, source, linksIn(language))
        if (app !== 'site')
          this.emitFile({ type: 'asset', fileName: ENGLISH_PAGE, source: pageIn('en', source, linksIn('en')) })
      }
      if (app !== 'app') return
      for (const language of languages)
        this.emitFile({ type: 'asset', fileName: MANIFESTS[language], source: manifestOf(WORDS[language]) })
    },
  },
})

const exportsOf = (words: Words) =>
  Object.entries(words)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')

/** For what is rendered ahead of the browser: the English sentences, and the site's English copy, in place of the Arabic ones. */
export const inEnglish: BundlePlugin = {
  name: 'in-english',
  setup: (worker) =>
    worker.onLoad({ filter: /\/(?:i18n|site)\/ar\/[\w-]+\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path.replace(/\/ar\/(?=[^/]+$)/, '/en/'), 'utf8'),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
}
