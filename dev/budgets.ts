import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { distDir } from './settings.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

export type FirstRoute = {
  app: 'app' | 'dashboard' | 'site'
  name: string
  /** Modules that the entry imports dynamically before the screen works. */
  lazy: readonly string[]
  gzipBudget: number
  /** The file of the page, where the app has several. */
  page?: string
}

const KB = 1024

/** The routes whose scripts a visitor downloads before the first screen works. */
export const FIRST_ROUTES: readonly FirstRoute[] = [
  { app: 'app', name: 'app: public screens', gzipBudget: 180 * KB, lazy: [] },
  {
    app: 'dashboard',
    name: 'dashboard: sign in and shell',
    gzipBudget: 180 * KB,
    lazy: ['staff-login.tsx', 'features/staff-shell/shell-layout.tsx'],
  },
  { app: 'site', name: 'site: home', gzipBudget: 18 * KB, lazy: [] },
  { app: 'site', name: 'site: contact form', page: 'contact.html', gzipBudget: 18 * KB, lazy: [] },
]

/** The scripts that the page itself names: its entry, and what that imports. */
function scriptsOfPage(folder: string, file: string): string[] {
  const page = readFileSync(join(folder, file), 'utf8')
  return [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
}

/** The scripts of the page and of every lazy module, each once. */
function scriptsOf(folder: string, { app, lazy, page = 'index.html' }: FirstRoute): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set(scriptsOfPage(folder, page))
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const module of lazy) {
    const key = Object.keys(manifest).find((name) => name.endsWith(module))
    if (!key) throw new Error(`No chunk for ${module} in ${app}`)
    visit(key)
  }
  return [...files].filter((file) => file.endsWith('.js'))
}

/** The budget of the site's uncompressed style sheet, in bytes. */
const SITE_STYLES_BUDGET = 16 * KB

function enforceSiteStyles(): void {
  const folder = join(distDir, 'site/assets')
  const styles = readdirSync(folder).filter((file) => file.endsWith('.css'))
  const size = styles.reduce((total, file) => total + statSync(join(folder, file)).size, 0)
  if (size > SITE_STYLES_BUDGET)
    throw new Error(`The site has ${(size / KB).toFixed(1)} KB of styles, the budget is ${SITE_STYLES_BUDGET / KB} KB`)
}

/** Compressed size of a first route's scripts, in bytes. */
export function measure(route: FirstRoute): { gzip: number; brotli: number } {
  const folder = join(distDir, route.app)
  const scripts = scriptsOf(folder, route).map((file) => readFileSync(join(folder, file)))
  const sum = (size: (script: Buffer) => number) => scripts.reduce((total, script) => total + size(script), 0)
  return {
    gzip: sum((script) => gzipSync(script, { level: 9 }).length),
    brotli: sum((script) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  }
}

/** Fails the build of an app when a first route or the site's style sheet outgrows its budget. */
export function enforceBudgets(app: string | undefined): void {
  if (app === 'site') enforceSiteStyles()
  for (const route of FIRST_ROUTES.filter((route) => route.app === app)) {
    const { gzip } = measure(route)
    if (gzip > route.gzipBudget)
      throw new Error(
        `${route.name}: ${(gzip / KB).toFixed(1)} KB of script (gzip), the budget is ${route.gzipBudget / KB} KB`,
      )
  }
}
