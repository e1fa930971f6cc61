import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Manifest, type Plugin, runnerImport } from 'vite'
import { FIRST_FONTS } from '../language-plugin.ts'
import { addressIn, type Language } from '../messages/languages.ts'
import type { PageAssets } from './layout.tsx'
import type { SiteOrigins } from './origins.ts'

const site = import.meta.dirname
const MODULE = join(site, 'pages.tsx')
type PagesModule = typeof import('./pages.tsx')

/** `/faq/student` is the file `faq/student.html`, which hosts serve without its extension. */
const fileOf = (path: string) => join(site, path.endsWith('/') ? `${path}index.html` : `${path}.html`)

/** What the built pages load, from Vite's manifest. */
function builtAssets(outDir: string, language: Language): PageAssets {
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const built = (source: string) => {
    const file = manifest[relative(site, source)]?.file
    if (!file) throw new Error(`${source} is not in the manifest of ${outDir}`)
    return addressIn(language, `/${file}`)
  }
  return {
    styles: built(join(site, 'site.css')),
    script: built(join(site, 'links.ts')),
    fonts: FIRST_FONTS[language].map(built),
  }
}

/**
 * Renders the site's pages in a language, as HTML files of Vite's root that exist nowhere else.
 * @param outDir Of the files for browsers, which are built before the worker.
 */
export function sitePages(language: Language, origins: SiteOrigins, outDir: string): Plugin {
  const pages = new Map<string, string>()
  return {
    name: 'site-pages',
    async config(_, { command, isSsrBuild }) {
      if (isSsrBuild) return { define: { SITE_ASSETS: JSON.stringify(builtAssets(outDir, language)) } }
      if (command === 'serve') return {}
      const alias = [{ find: /^#messages\//, replacement: join(site, '../messages', language, '/') }]
      const { module } = await runnerImport<PagesModule>(MODULE, { configFile: false, resolve: { alias } })
      for (const [path, page] of module.renderPages(origins)) pages.set(fileOf(path), page)
      // The worker's pages name the last two by themselves.
      const input = [...pages.keys(), join(site, 'site.css'), join(site, 'links.ts')]
      return { build: { modulePreload: { polyfill: false }, rolldownOptions: { input } } }
    },
    resolveId: (id) => (pages.has(id) ? id : null),
    load: (id) => pages.get(id) ?? null,
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.originalUrl ?? '/', 'http://localhost')
        try {
          const { renderPages } = (await server.ssrLoadModule(MODULE)) as PagesModule
          const found = [...renderPages(origins)].find(([path]) => addressIn(language, path) === pathname)
          if (!found) return next()
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await server.transformIndexHtml(pathname, found[1]))
        } catch (error) {
          next(error)
        }
      })
    },
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0) server.ws.send({ type: 'full-reload' })
    },
  }
}
