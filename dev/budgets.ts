import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { distDir } from './settings.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

export type FirstLook = {
  app: 'app' | 'dashboard' | 'site'
  name: string
  /** Modules that the entry imports dynamically before the screen works. */
  lazy: readonly string[]
  /** Of script and style, compressed as they are served; in bytes. */
  budget: number
  /** The file of the page, where the app has several. */
  page?: string
}

const KB = 1000

/** What a visitor downloads before the first screen works (docs/decisions/013). */
export const FIRST_LOOKS: readonly FirstLook[] = [
  { app: 'app', name: 'app: public screens', budget: 170 * KB, lazy: [] },
  { app: 'dashboard', name: 'dashboard: sign in, shell and home', budget: 196 * KB, lazy: ['staff-login.tsx'] },
  { app: 'site', name: 'site: home', budget: 6 * KB, lazy: [] },
  { app: 'site', name: 'site: contact form', page: 'contact.html', budget: 15 * KB, lazy: [] },
]

/** The scripts and styles that the page itself names: its entry, and what that imports. */
function filesOfPage(folder: string, file: string): string[] {
  const page = readFileSync(join(folder, file), 'utf8')
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
}

/** The files of the page and of every lazy module, each once. */
function filesOf(folder: string, { app, lazy, page = 'index.html' }: FirstLook): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set(filesOfPage(folder, page))
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
  return [...files]
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

/** As Cloudflare compresses text on the way. */
const QUALITY = 5

/** The compressed size of a first look's scripts and styles, in bytes. */
export function measure(look: FirstLook): number {
  const folder = join(distDir, look.app)
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  const sizes = filesOf(folder, look).map((file) => brotliCompressSync(readFileSync(join(folder, file)), { params }))
  return sizes.reduce((total, { length }) => total + length, 0)
}

/** Fails the build of an app when a first look or the site's style sheet outgrows its budget. */
export function enforceBudgets(app: string | undefined): void {
  if (app === 'site') enforceSiteStyles()
  for (const look of FIRST_LOOKS.filter((look) => look.app === app)) {
    const size = measure(look)
    if (size > look.budget)
      throw new Error(
        `${look.name}: ${(size / KB).toFixed(1)} KB of script and style, the budget is ${look.budget / KB}`,
      )
  }
}
