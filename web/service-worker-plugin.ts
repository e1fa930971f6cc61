import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import type { Plugin } from 'vite'
import { type Language, languages } from './i18n/languages.ts'
import { fileIn, inEnglish } from './languages-plugin.ts'

/** The screens that open offline, with the modules that they load. */
const OFFLINE_MODULES = [
  'features/shell/shell-layout.tsx',
  'features/shell/signed-in-frame.tsx',
  'features/shell/plain-layout.tsx',
  'features/shell/live-connection.tsx',
  'features/shell/shared/connection-pill.tsx',
  'features/shell/shared/clock-warning.tsx',
  'features/shell/account-menu-content.tsx',
  'features/shell/no-such-screen.tsx',
  'platform/all-error-words.ts',
  'features/account/shared/own-profile.ts',
  'features/account/login-screen.tsx',
  'features/platform-notice/shared/platform-banner.tsx',
  'features/lessons/upcoming-lessons-screen.tsx',
  'features/lessons/lessons-schedule-screen.tsx',
  'features/chat/chat-screen.tsx',
  'features/checkout/reference-screen.tsx',
  'features/checkout/offline-hint.tsx',
  'features/dashboards/student-dashboard-screen.tsx',
  'features/dashboards/tutor-dashboard-screen.tsx',
  'platform/offline-data.ts',
  'app/after-paint.ts',
]
/** All faces: what is read without a network has Latin letters too. */
const FONT = /cairo-(?:arabic|latin)-|letters-|digits-|punctuation-/
const ICONS = ['icon.svg', 'icon-192.png']

type Piece = {
  type: string
  isEntry?: boolean
  facadeModuleId?: string | null
  moduleIds?: readonly string[]
  imports?: readonly string[]
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, Piece>

/** The files of the bundle that a start without a network needs: each piece with all that it imports, and its styles. */
function offlineFiles(files: Bundle): string[] {
  const needed = new Set<string>()
  const visit = (name: string) => {
    const piece = files[name]
    if (!piece || needed.has(name)) return
    needed.add(name)
    for (const css of piece.viteMetadata?.importedCss ?? []) needed.add(css)
    for (const next of piece.imports ?? []) visit(next)
  }
  const holds = (piece: Piece, module: string) => piece.moduleIds?.some((id) => id.endsWith(`/web/${module}`))
  for (const [name, piece] of Object.entries(files)) if (piece.isEntry) visit(name)
  for (const module of OFFLINE_MODULES) {
    const found = Object.entries(files).find(([, piece]) => piece.type === 'chunk' && holds(piece, module))
    if (!found) throw new Error(`The service worker is to keep ${module}, which is in no piece of the build`)
    visit(found[0])
  }
  for (const name of Object.keys(files)) if (name.endsWith('.woff2') && FONT.test(name)) needed.add(name)
  return [...needed].sort()
}

const hashOf = (...contents: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}

/** One service worker per language: pages are selected by the cookie, scripts by their names. */
const WORKERS: Record<Language, string> = { ar: 'sw.js', en: 'sw.en.js' }

/** Writes `service-worker/main.ts` with the list of files that it keeps. Files of `/assets/` have their hash in the name. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, files) {
    const kept = offlineFiles(files as unknown as Bundle)
    const built = Object.keys(files)
      .filter((name) => name.startsWith('assets/'))
      .sort()
    const publicDir = join(import.meta.dirname, 'public')
    const page = readFileSync(join(import.meta.dirname, 'app/index.html'))
    for (const language of languages) {
      const hashed = built.map((name) => fileIn(language, name))
      const manifest = [
        // The page names the files of the build, so that it is another one whenever one of these is.
        { url: '/', revision: hashOf(page, hashed.join()) },
        ...kept.map((name) => ({ url: `/${fileIn(language, name)}`, revision: null })),
        ...ICONS.filter((name) => readdirSync(publicDir).includes(name)).map((name) => ({
          url: `/${name}`,
          revision: hashOf(readFileSync(join(publicDir, name))),
        })),
      ]
      const { outputFiles } = await bundle({
        entryPoints: [join(import.meta.dirname, 'service-worker/main.ts')],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        write: false,
        plugins: language === 'en' ? [inEnglish] : [],
        define: {
          'self.__WB_MANIFEST': JSON.stringify(manifest),
          BUILD_FILES: JSON.stringify(hashed.map((name) => `/${name}`)),
          'process.env.NODE_ENV': '"production"',
        },
      })
      this.emitFile({ type: 'asset', fileName: WORKERS[language], source: outputFiles[0]?.text ?? '' })
    }
  },
}
