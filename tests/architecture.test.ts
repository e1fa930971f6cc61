import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schedule } from '#contract/jobs'

const root = resolve(import.meta.dirname, '..')
const self = relative(root, import.meta.filename)
/** The page that starts the app. */
const APP = 'web/app/index.html'
const LAYERS = ['domain', 'contract', 'client', 'db', 'party', 'worker', 'web', 'dev', 'tests'] as const
type Layer = (typeof LAYERS)[number]

const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  domain: [],
  contract: ['domain'],
  client: ['domain', 'contract'],
  db: ['domain'],
  party: ['domain', 'contract', 'db'],
  worker: ['domain', 'contract', 'db'],
  web: ['domain', 'contract'],
  dev: ['domain', 'contract', 'db'],
  tests: LAYERS,
}
const wrangler = readFileSync(join(root, 'wrangler.toml'), 'utf8')
const entry = /^main = "(.*)"/m.exec(wrangler)?.[1]
/** The worker's entry re-exports the object classes, as the platform demands; the rest goes through the stubs. */
const reachesParty = (file: string, target: string) =>
  file.startsWith('worker/') && (/\/stubs\.ts$/.test(target) || file === entry)
/** Only the server of the two commands loads demo data; the stand-ins never see the database. */
const loadsDemo = (file: string, target: string) => /^dev\/[\w-]+\.ts$/.test(file) && target.startsWith('db/demo')

/** What encrypts backups opens them for a restore. */
const opensBackups = (file: string, target: string) =>
  /^dev\/[\w-]+\.ts$/.test(file) && target === 'db/backups/sealing.ts'

type Source = { file: string; text: string }

const sources: Source[] = LAYERS.flatMap((layer) =>
  readdirSync(join(root, layer), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    // What the client package is built into.
    .filter((file) => !file.startsWith('client/dist/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
)

const isTest = (file: string) => file.startsWith('tests/') || file.endsWith('.test.ts')
const layerOf = (file: string) => file.split('/')[0] as Layer

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
/** Neither of types, nor of what is fetched later. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"=(]*\sfrom\s+)?['"]([^'"]+)['"]/gm

/** Project files that a source imports, as paths from the root. */
function importsOf({ file, text }: Source, pattern = IMPORT): string[] {
  const specifiers = [...text.matchAll(pattern)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#')) return [`${specifier.slice(1)}.ts`]
    if (specifier.startsWith('.')) return [relative(root, resolve(root, file, '..', specifier))]
    return []
  })
}

/** Files that only tests import. */
const forTests = (() => {
  const importers = new Map<string, string[]>()
  for (const source of sources)
    for (const target of importsOf(source)) importers.set(target, [...(importers.get(target) ?? []), source.file])
  return new Set([...importers].filter(([, files]) => files.every(isTest)).map(([target]) => target))
})()

const offences = (pattern: RegExp, allowed: (file: string) => boolean) =>
  sources.filter(({ file, text }) => !allowed(file) && pattern.test(text)).map(({ file }) => file)

const importsWithin = (folder: string) =>
  sources
    .filter(({ file }) => file.startsWith(folder))
    .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))

describe('the architecture', () => {
  it('imports run downwards only', () => {
    const upward = sources
      .filter(({ file }) => !isTest(file))
      .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))
      .filter(({ file, target }) => {
        const from = layerOf(file)
        const to = layerOf(target)
        if (from === to || !LAYERS.includes(to)) return false
        if (to === 'party') return !reachesParty(file, target)
        if (from === 'dev' && to === 'db') return !loadsDemo(file, target) && !opensBackups(file, target)
        return !MAY_IMPORT[from].includes(to)
      })
    expect(upward).toEqual([])
  })

  it('no module imports itself through others, types included', () => {
    const edges = new Map(sources.map((source) => [source.file, importsOf(source)]))
    const isDone = new Map<string, boolean>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (isDone.get(file)) return
      if (isDone.has(file)) {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
        return
      }
      isDone.set(file, false)
      for (const target of edges.get(file) ?? []) visit(target, [...path, file])
      isDone.set(file, true)
    }
    for (const { file } of sources) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('an area of the worker reaches another only through its store, but for one act', () => {
    const shared = ['http', 'files', 'messages', 'outside', 'jobs', 'live']
    const crossing = sources
      .filter(({ file }) => /^worker\/[^/]+\/.+/.test(file) && !isTest(file))
      .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))
      .filter(({ file, target }) => {
        const [, from] = file.split('/')
        const [layer, to, name] = target.split('/')
        if (layer !== 'worker' || !name || from === to || from === 'jobs') return false
        return !shared.includes(to ?? '') && !/(?:^|-)store\.ts$/.test(name)
      })
    // Cancelling a subscription issues a refund.
    expect([...new Set(crossing.map(({ target }) => target))]).toHaveLength(1)
  })

  it('what serves requests knows no area of the worker', () => {
    const areas = sources
      .filter(({ file }) => file.startsWith('worker/http/'))
      .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))
      .filter(({ target }) => target.startsWith('worker/') && !/^worker\/(?:http\/|files\/|env\.ts)/.test(target))
    expect(areas).toEqual([])
  })

  /** The app or the dashboard, and the noun to which a file of its screens belongs. */
  const screensOf = (file: string) => /^web\/(app|staff)\/([\w-]+)\/(shared\/)?/.exec(file) ?? []

  it('screens of a noun reach those of another only through its shared folder, and the app none of the dashboard', () => {
    const crossing = [...importsWithin('web/app/'), ...importsWithin('web/staff/')].filter(({ file, target }) => {
      const [, fromApp = file.split('/')[1], from] = screensOf(file)
      const [, toApp, to, isShared] = screensOf(target)
      if (!toApp) return false
      // The routes and the layouts of an app open every screen of it.
      return fromApp !== toApp || (from !== undefined && from !== to && !isShared)
    })
    expect(crossing).toEqual([])
  })

  it('a shared folder holds only what another noun imports', () => {
    const imported = new Set(
      importsWithin('web/')
        .filter(({ file, target }) => screensOf(file)[2] !== screensOf(target)[2])
        .map(({ target }) => target),
    )
    const unused = sources
      .map(({ file }) => file)
      .filter((file) => screensOf(file)[3] && !isTest(file) && !imported.has(file))
    expect(unused).toEqual([])
  })

  it('what both apps share knows neither, the platform knows no screen and no look, the design system no screen', () => {
    const upward = [
      ...importsWithin('web/shared/').filter(({ target }) => /^web\/(app|staff|site)\//.test(target)),
      ...importsWithin('web/platform/').filter(({ target }) => /^web\/(shared|ui|app|staff|site)\//.test(target)),
      ...importsWithin('web/ui/').filter(({ target }) => /^web\/(shared|app|staff|site)\//.test(target)),
    ]
    expect(upward).toEqual([])
  })

  // Written again for a tab of a person, they showed another word and another tone for the same status.
  it('the columns of a list are defined in one folder', () => {
    const homes = new Map<string, Set<string>>()
    for (const { file, text } of sources.filter(({ file }) => file.startsWith('web/staff/')))
      for (const [, call = ''] of text.matchAll(/ListColumn<typeof (\w+)>/g))
        homes.set(call, (homes.get(call) ?? new Set()).add(file))
    expect(homes.size).toBeGreaterThan(20)
    expect([...homes].filter(([, files]) => files.size > 1).map(([call]) => call)).toEqual([])
  })

  // Elsewhere a browser that forbids it, has none or is full would stop a person. The one module takes it by its name, in quotes.
  it('one module touches the storage of the device and of the tab', () => {
    const isElsewhere = (file: string) => !file.startsWith('web/') || isTest(file) || forTests.has(file)
    const touching = offences(
      /(?<![\w'.])(?:window\.|globalThis\.)?(?:localStorage|sessionStorage)\b(?!')/,
      isElsewhere,
    )
    expect(touching).toEqual([])
    expect(offences(/'localStorage'/, isElsewhere)).toHaveLength(1)
  })

  // A browser that forbids storage throws for these too, and one that lacks them would show the crash screen.
  it('one module speaks to the other tabs, and one reads and writes the cookies of a page', () => {
    const isElsewhere = (file: string) => !file.startsWith('web/') || isTest(file) || forTests.has(file)
    expect(
      offences(/new BroadcastChannel\b|navigator\.locks\b/, isElsewhere).every((one) => one.includes('tabs.ts')),
    ).toBe(true)
    expect(offences(/document\.cookie\b(?!`)/, isElsewhere).every((one) => one.includes('cookies.ts'))).toBe(true)
  })

  // An Arabic voice cannot read English, and an English one no Arabic.
  it('text that users have written names its language', () => {
    const shown = /<(?:p|span|li|h\d)\b[^>]*?\bdir="auto"(?!\s+lang=)/
    expect(offences(shown, (file) => !/^web\/.*\.tsx$/.test(file))).toEqual([])
  })

  // A translator would make words of names and codes; a text of its author is `translate="yes"`.
  it('isolated text says whether it is translated', () => {
    expect(offences(/<bdi(?!\s+translate=)/, (file) => !/^web\/.*\.tsx$/.test(file))).toEqual([])
  })

  // Elsewhere a refusal, or a browser without a clipboard, would leave the user with what was copied before.
  it('one module writes to the clipboard', () => {
    expect(offences(/\.clipboard\b/, (file) => !file.startsWith('web/') || isTest(file))).toHaveLength(1)
  })

  // On a page without TLS, as on a local network's address, the call is missing and a form could not be submitted.
  it('no page needs TLS for a random id', () => {
    const isElsewhere = (file: string) => !file.startsWith('web/') || file.startsWith('web/edge/') || isTest(file)
    expect(offences(/randomUUID\(/, isElsewhere)).toEqual([])
  })

  // A part that is fetched in another way is replaced, with its whole screen, by the news of a new version where there is no network.
  it('one module fetches the parts of screens, and one the screens', () => {
    expect(offences(/\blazy\(/, (file) => !file.startsWith('web/'))).toEqual(['web/ui/lazy-part.tsx'])
    expect(offences(/\blazyRouteComponent\(/, (file) => !file.startsWith('web/'))).toEqual([
      'web/shared/shell/lazy-screen.ts',
    ])
  })

  it('one module of the rules computes with the calendar, and each side of the server has one clock', () => {
    const reads = offences(
      /Date\.now\(|new Date\(/,
      (file) => isTest(file) || /^(dev|web)\//.test(file) || file.startsWith('db/demo'),
    )
    // Of the worker also the modules of our tokens and of the media server's: their library compares with an instant of its own.
    expect(reads.map(layerOf).sort()).toEqual(['domain', 'party', 'worker', 'worker', 'worker'])
  })

  it('only the contract reads and writes the text of an instant', () => {
    const texts = offences(/\b(?:toIso|fromIso)\(/, (file) => !file.startsWith('worker/') || isTest(file))
    // The header of the server's time, the text of a calendar, the order of rooms by frames that a party keeps, and a copy of one's data.
    expect(texts.length).toBeLessThanOrEqual(4)
  })

  // Through a spread the compiler checks no excess property: a misspelt name would compile.
  it('no object literal is spread', () => {
    expect(offences(/\.\.\.\(?\s*\{/, () => false)).toEqual([])
  })

  it('only the small build of zod is imported', () => {
    expect(offences(/from 'zod'|from "zod"/, (file) => file === self)).toEqual([])
  })

  it('the address of a call imports only its helper', () => {
    const others = offences(
      /^import (?!\{ address \} from '\.\.\/address\.ts'$)/m,
      (file) => !file.startsWith('contract/calls/'),
    )
    expect(others).toEqual([])
  })

  // They would cost a phone a tenth of a second: a call is made by its address. The dashboard begins with its live connection, whose
  // frames have schemas.
  it('what the app loads at its start has no schema', () => {
    const files = new Map(sources.map((source) => [source.file, source]))
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(readFileSync(join(root, APP), 'utf8')) ?? []
    const loaded = new Set([files.get(join(APP, '..', script))].flatMap((source) => source ?? []))
    for (const source of loaded)
      for (const target of importsOf(source, STATIC_IMPORT)) {
        const next = files.get(target.replace(/^messages\//, 'web/messages/ar/'))
        if (next) loaded.add(next)
      }
    expect(loaded.size).toBeGreaterThan(100)
    const withSchemas = [...loaded].filter(({ text }) => /^import (?!type\b).*['"]zod/m.test(text))
    expect(withSchemas.map(({ file }) => file)).toEqual([])
  })

  it('no code begins a transaction, which D1 does not know', () => {
    expect(offences(/\.transaction\(/, (file) => isTest(file))).toEqual([])
  })

  it('styles use logical sides only', () => {
    const physical =
      /className=[^>]*[\s"'`:](?:m[lr]|p[lr]|left|right|text-left|text-right|rounded-[lr]|border-[lr])-(?!\[?env)/
    expect(offences(physical, (file) => !file.endsWith('.tsx'))).toEqual([])
  })

  it('the platform triggers exactly the scheduled jobs', () => {
    const crons = /crons = \[(.*)\]/.exec(wrangler)?.[1] ?? ''
    expect(
      crons
        .split(', ')
        .map((cron) => cron.replaceAll('"', ''))
        .sort(),
    ).toEqual(Object.values(schedule).sort())
  })
})
