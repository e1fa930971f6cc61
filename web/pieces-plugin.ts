import { statSync } from 'node:fs'
import type { Plugin } from 'vite'
import { joinedPieces, type SharedModule } from './pieces.ts'

type App = 'app' | 'dashboard' | 'site'
/** Names the file that a module comes in; null leaves it to the bundler. */
type Group = { name: (id: string) => string | null; debugName: string; includeDependenciesRecursively?: boolean }

/** Barrel modules list all parts, of which a screen uses some: their importers do not need everything that they import. */
const isBarrel = (id: string) => /\/node_modules\/@tanstack\/[\w-]+\/(?:build\/modern|dist\/esm)\/index\.js/.test(id)

/** The entries of an app, except its first script, which runs before everything else and imports the rest later. */
const isEntry = (app: App, root: string) =>
  app === 'app' ? root.endsWith('/web/app/main.tsx') : root.endsWith('.html')
const isFrame = (root: string) => /\/features\/(?:staff-)?shell\/shell-layout\.tsx$/.test(root)
const isEntrance = (root: string) => /\/features\/account\/(?:login|register)-(?:screen|form)\.tsx$/.test(root)

/**
 * One chunk for what every first screen needs, and one for the frame around most screens: larger files compress better, and
 * each is one request. What the sign-in screens share with the frame is in the first, because they are shown without the
 * second.
 */
function firstPieceOf(app: App, roots: readonly string[]): 'base' | 'frame' | null {
  if (roots.some((root) => isEntry(app, root))) return 'base'
  if (!roots.some(isFrame)) return null
  return roots.some(isEntrance) ? 'base' : 'frame'
}

/** The first screens of many, and what they fetch once they are seen: their bytes and requests count for more. */
const FIRST = [
  'features/tutors/tutors-screen',
  'features/tutors/tutor-filters',
  'features/tutors/tutor-search',
  'features/tutors/tutors-pager',
  'features/shell/shell-layout',
  'features/shell/shared/connection-pill',
  'features/account/login-screen',
  'features/account/login-form',
  'features/platform-notice/shared/platform-banner',
  'app/after-paint',
  'platform/broadcast',
  'dashboard/staff-login',
]
const isFirst = (root: string) => FIRST.some((name) => root.includes(`/web/${name}.ts`))
const weightOf = (root: string) => (isFirst(root) ? 10 : 1)

/** The size of a message catalogue is that of its file, because texts are inserted at the end. */
const bytesOf = (id: string, code: string | null | undefined) =>
  id.includes('/web/i18n/ar/') ? statSync(id).size : (code?.length ?? 0)

/** Assigns modules to files: `plugin` decides once all modules are known, and `groups` passes the result to the bundler. */
export function filesOfScreens(app: App): { plugin: Plugin; groups: Group[] } {
  /** The piece of each module that every first screen waits for. */
  const firstPieces = new Map<string, string>()
  /** The file of each other module that several screens share. */
  const sharedPieces = new Map<string, string>()
  const plugin: Plugin = {
    name: 'files-of-screens',
    apply: 'build',
    buildEnd() {
      const modules = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]))
      const imported = new Map([...modules].map(([id, module]) => [id, module?.importedIds ?? []]))
      const roots = [...modules]
        .filter(([, module]) => module?.isEntry || module?.dynamicImporters.length)
        .map(([id]) => id)
      const reachedFrom = new Map<string, Set<string>>()
      const reach = (id: string, root: string) => {
        const known = reachedFrom.get(id) ?? new Set()
        if (known.has(root) || isBarrel(id)) return
        reachedFrom.set(id, known.add(root))
        for (const next of imported.get(id) ?? []) reach(next, root)
      }
      for (const root of roots) reach(root, root)
      const shared: SharedModule[] = []
      for (const [id, reached] of reachedFrom) {
        const first = firstPieceOf(app, [...reached])
        if (first === 'base' || (first && !roots.includes(id))) firstPieces.set(id, first)
        else if (reached.size > 1 && !roots.includes(id))
          shared.push({
            id,
            bytes: bytesOf(id, modules.get(id)?.code),
            roots: reached,
            imports: imported.get(id) ?? [],
          })
      }
      for (const [index, ids] of joinedPieces(shared, weightOf).entries())
        for (const id of ids) sharedPieces.set(id, `shared-${index}`)
    },
  }
  const groups = [
    // With what they import through an index.
    { name: (id: string) => firstPieces.get(id) ?? null, debugName: 'first' },
    { name: (id: string) => sharedPieces.get(id) ?? null, debugName: 'shared', includeDependenciesRecursively: false },
  ]
  return { plugin, groups }
}
