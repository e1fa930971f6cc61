import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { distDir } from './settings.ts'

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

export type FirstRoute = {
  app: 'app' | 'dashboard' | 'site'
  name: string
  /** The screen's module, loaded lazily after the entry; none where the entry is the page. */
  screen?: string
  gzipBudget: number
}

const KB = 1024

/** What a person downloads before the first screen works. */
export const FIRST_ROUTES: readonly FirstRoute[] = [
  { app: 'app', name: 'app: sign in', screen: 'features/account/login-screen.tsx', gzipBudget: 150 * KB },
  { app: 'app', name: 'app: tutors', screen: 'features/tutors/tutors-screen.tsx', gzipBudget: 150 * KB },
  { app: 'dashboard', name: 'dashboard', gzipBudget: 150 * KB },
  { app: 'site', name: 'marketing page', gzipBudget: 30 * KB },
]

function chunksOf(manifest: Manifest, route: FirstRoute): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) {
    const isScreen = route.screen !== undefined && key.endsWith(route.screen)
    if (chunk.isEntry || isScreen) visit(key)
  }
  if (route.screen && !Object.keys(manifest).some((key) => key.endsWith(route.screen ?? '')))
    throw new Error(`No chunk for ${route.screen} in ${route.app}`)
  return [...files].filter((file) => file.endsWith('.js'))
}

/** Script bytes of a first route as its browser gets them. */
export function measure(route: FirstRoute): { gzip: number; brotli: number } {
  const folder = join(distDir, route.app)
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const scripts = chunksOf(manifest, route).map((file) => readFileSync(join(folder, file)))
  const sum = (size: (script: Buffer) => number) => scripts.reduce((total, script) => total + size(script), 0)
  return {
    gzip: sum((script) => gzipSync(script, { level: 9 }).length),
    brotli: sum((script) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  }
}

/** Fails the build when a first route outgrows its budget. */
export function holdBudgets(): void {
  for (const route of FIRST_ROUTES) {
    const { gzip } = measure(route)
    if (gzip > route.gzipBudget)
      throw new Error(
        `${route.name}: ${(gzip / KB).toFixed(1)} KB of script (gzip), the budget is ${route.gzipBudget / KB} KB`,
      )
  }
}
