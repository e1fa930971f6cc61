import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { type Plugin as BundlePlugin, build as bundle } from 'esbuild'
import { defineConfig, type Plugin } from 'vite'
import { directImports } from './direct-imports-plugin.ts'
import { bundlePerLanguage, inEnglish } from './languages-plugin.ts'
import { hostsOf, pageHeaders } from './page-headers.ts'
import { pendingScreens } from './pending-screens-plugin.ts'
import { filesOfScreens } from './pieces-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'
import { originsOf } from './site/origins.ts'
import { renderPages, robots, sitemap } from './site/pages.tsx'

const APPS = ['app', 'dashboard', 'site'] as const
const app = APPS.find((name) => name === process.env['APP'])
if (!app) throw new Error(`APP must be one of ${APPS.join(', ')}`)

const configuration = readFileSync(join(import.meta.dirname, '../wrangler.toml'), 'utf8')
const siteOrigins = originsOf(configuration)

/** What the app's own modules load later is no part of a page that is rendered at the edge, but for these screens and their frames. */
const RENDERED_LATER = /\/(?:tutors-screen|tutor-screen|login-screen|login-form|shell-layout|platform-banner)\.tsx$/
const leaveOut: BundlePlugin = {
  name: 'leave-out',
  setup: (worker) => {
    worker.onResolve({ filter: /\/features\// }, ({ kind, path, importer }) =>
      kind === 'dynamic-import' && /\/web\/app\/[\w-]+\.tsx?$/.test(importer) && !RENDERED_LATER.test(path)
        ? { path, namespace: 'left-out' }
        : null,
    )
    worker.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'export {}' }))
  },
}

/** What runs ahead of the browser, as one module of JavaScript. */
async function bundleModule(file: string, plugins: BundlePlugin[]): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'module'],
    jsx: 'automatic',
    plugins: [leaveOut, ...plugins],
    write: false,
    minify: true,
    charset: 'utf8',
    define: {
      'process.env.NODE_ENV': '"production"',
      API_ORIGIN: JSON.stringify(hostsOf(configuration, process.env).api),
    },
  })
  return outputFiles[0]?.text ?? ''
}

const bundleInEnglish = (file: string) => bundleModule(file, [inEnglish])

type SitePages = typeof import('./site/pages.tsx')

/** Renders the site's English pages from the same modules with the English copy. */
async function englishPages(): Promise<ReturnType<SitePages['renderPages']>> {
  const module = await bundleInEnglish('site/pages.tsx')
  const pages = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as SitePages
  return pages.renderPages(siteOrigins)
}

const sitePages = new Map(
  [...renderPages(siteOrigins), ...(app === 'site' ? await englishPages() : [])].map(([file, page]) => [
    join(import.meta.dirname, 'site', file),
    page,
  ]),
)
const pages = app === 'site' ? [...sitePages.keys()] : [join(import.meta.dirname, app, 'index.html')]

const screenFiles = filesOfScreens(app)

/**
 * Browsers run Preact, which is a sixth of React's size (docs/decisions/013-first-look.md). `runtime/` makes it do what our screens
 * and their packages know of React; at the edge, and for the site's pages, React itself renders.
 */
const browserRuntime = [
  { find: /^react-dom\/client$/, replacement: join(import.meta.dirname, 'runtime/client.ts') },
  { find: /^react\/jsx(?:-dev)?-runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
]

const NOT_WAITED_FOR = /\/(?:after-paint|offline-data|offline-hint|report-crash)-[\w-]+\.js$/

const api = `http://localhost:${process.env['API_PORT'] ?? 8797}`

/** Renders the site's pages: their files exist only in the bundle. Also writes the files for crawlers. */
const prerenderSite: Plugin = {
  name: 'prerender-site',
  resolveId: (id) => (sitePages.has(id) ? id : null),
  load: (id) => sitePages.get(id) ?? null,
  generateBundle() {
    if (app !== 'site') return
    const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
    emit('sitemap.xml', sitemap(siteOrigins))
    emit('robots.txt', robots(siteOrigins))
    emit('social.png', readFileSync(join(import.meta.dirname, 'site/social.png')))
  },
  configureServer: (server) => () => {
    if (app !== 'site') return
    server.middlewares.use(async (request, response, next) => {
      const path = new URL(request.originalUrl ?? '/', 'http://localhost').pathname
      const file = path.endsWith('/') ? `${path.slice(1)}index.html` : `${path.slice(1)}.html`
      const page = sitePages.get(join(import.meta.dirname, 'site', file))
      if (page === undefined) return next()
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(await server.transformIndexHtml(path, page))
    })
  },
}

/**
 * The app's first script imports the rest from where the page says, so that it imports nothing itself. The browser fetches both at
 * once.
 */
const nameApp: Plugin = {
  name: 'name-app',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle: files }) {
      if (app !== 'app') return []
      const main = Object.values(files ?? {}).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/web/app/main.tsx'),
      )
      const names = main?.type === 'chunk' ? [main.fileName, ...main.imports] : ['main.tsx']
      return names.map((file, index) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}`, ...(index === 0 ? { id: 'app' } : null) },
        injectTo: 'head' as const,
      }))
    },
  },
}

/** The identity names colours for the apps that no rule of the site uses: they are left out of its style sheet. */
const dropUnusedNames: Plugin = {
  name: 'drop-unused-names',
  apply: 'build',
  generateBundle(_, bundle) {
    if (app !== 'site') return
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
      const styles = String(file.source)
      const isUsed = (name: string) => styles.includes(`var(${name})`) || styles.includes(`var(${name},`)
      file.source = styles.replace(/(--[\w-]+):[^;{}]*;?/g, (declared, name) => (isUsed(name) ? declared : ''))
    }
  },
}

/** The headers of the Pages projects name the hosts of the deployment, which are those of the worker's configuration. */
const headersFile: Plugin = {
  name: 'headers-file',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: pageHeaders(hostsOf(configuration, process.env)) })
  },
}

/** A module `…-in-english.ts` is built from the module of the same name with all its imports in English. */
const renderInEnglish: BundlePlugin = {
  name: 'render-in-english',
  setup: (worker) => {
    worker.onLoad({ filter: /-in-english\.ts$/ }, async ({ path }) => ({
      contents: await bundleInEnglish(`edge/${basename(path).replace('-in-english.ts', '.tsx')}`),
    }))
  },
}

/** The Pages worker of the app, `edge/<app>.ts`, which every request for a page or a file goes through. */
const edgeWorker: Plugin = {
  name: 'edge-worker',
  apply: 'build',
  async generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: '_worker.js',
      source: await bundleModule(`edge/${app}.ts`, [renderInEnglish]),
    })
  },
}

/**
 * Search engines index the app's public screens; screens of an account show them nothing, and the dashboard is excluded.
 * The site has its own file.
 */
const ROBOTS = {
  app: ['Disallow: /api/', 'Disallow: /parties/', 'Disallow: /checkout/', 'Disallow: /reference/'],
  dashboard: ['Disallow: /'],
}

const robotsFile: Plugin = {
  name: 'robots',
  apply: 'build',
  generateBundle() {
    if (app === 'site') return
    const source = `${['User-agent: *', ...ROBOTS[app]].join('\n')}\n`
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source })
  },
}

const CALLS = '\0calls:'
/** Contracts, forms and the schemas that forms share need the schemas, but for the form of a first screen; who only makes a call needs its address. */
const needsSchemas = (importer: string) => /\/contract\/|(?<!\/login)-form\.tsx$|-schema\.ts$/.test(importer)

type Declared = { may?: unknown; method?: unknown; path?: unknown; creates?: unknown }

/**
 * A contract as the typed client needs it at run time: method and address. The schemas stay with the server and the
 * forms, which saves every first screen zod and all fields of all calls.
 */
const addressesOnly: Plugin = {
  name: 'addresses-only',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    const area = /^#contract\/([\w-]+)$/.exec(id)?.[1]
    return area && importer && !needsSchemas(importer) ? `${CALLS}${area}` : null
  },
  async load(id) {
    if (!id.startsWith(CALLS)) return null
    const file = join(import.meta.dirname, '../contract', `${id.slice(CALLS.length)}.ts`)
    const contracts = (await import(pathToFileURL(file).href)) as Record<string, Declared>
    const lines = Object.entries(contracts)
      .filter(([, declared]) => declared?.method && declared.path)
      .map(
        ([name, { may, method, path, creates }]) =>
          `export const ${name} = ${JSON.stringify({ may, method, path, creates })}`,
      )
    return { code: lines.join('\n'), map: null, moduleSideEffects: false }
  },
}

export default defineConfig({
  root: join(import.meta.dirname, app),
  // Icons are the same for all three.
  publicDir: join(import.meta.dirname, 'public'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite', app),
  resolve: { alias: browserRuntime },
  optimizeDeps: { rolldownOptions: { plugins: [pendingScreens] } },
  plugins: [
    addressesOnly,
    directImports,
    pendingScreens,
    screenFiles.plugin,
    tailwind(),
    prerenderSite,
    dropUnusedNames,
    nameApp,
    bundlePerLanguage(app),
    headersFile,
    edgeWorker,
    robotsFile,
    app === 'app' && serviceWorker,
  ],
  build: {
    outDir: join(import.meta.dirname, '../dist', app),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The content policy lets no data: URL in, neither fonts nor scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script lists the files of each later chunk; chunks that nothing waits for fetch their own.
      resolveDependencies: (file, files) => (NOT_WAITED_FOR.test(file) ? [] : files),
    },
    rolldownOptions: {
      input: app === 'app' ? [...pages, join(import.meta.dirname, 'app/main.tsx')] : pages,
      output: app === 'site' ? {} : { codeSplitting: { groups: screenFiles.groups } },
    },
  },
  server: {
    fs: { allow: [join(import.meta.dirname, '..')] },
    proxy: {
      '/api': api,
      '/parties': { target: api, ws: true },
      '/dev': api,
    },
  },
})
