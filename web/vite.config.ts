import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifestOf } from './app/manifest.ts'
import { languagePlugin } from './language-plugin.ts'
import { language as arabic } from './messages/ar/language.ts'
import { page as arabicPage } from './messages/ar/page.ts'
import { language as english } from './messages/en/language.ts'
import { page as englishPage } from './messages/en/page.ts'
import { originsOf } from './site/origins.ts'
import { sitePages } from './site/pages-plugin.ts'

/** A build is one app in one language; `npm run build:web` makes all six, and the Pages worker of each app. */
const app = process.env.APP ?? 'app'
const language = process.env.LANGUAGE === 'en' ? 'en' : 'ar'
const page = language === 'en' ? englishPage : arabicPage
const { locale, direction } = language === 'en' ? { locale: 'en-GB', ...english } : { locale: 'ar-EG', ...arabic }

/**
 * What the first look needs, the icons with what an account's frame shares, and what several screens of an account share. All else is
 * split by screen.
 */
const first = { name: 'first', tags: ['$initial' as const], priority: 3 }
/** With all that it imports, so that a guest on a tutor's page needs nothing of what accounts share. */
const tutor = { name: 'tutor', test: /\/tutor-screen\.tsx$/, priority: 2 }
const frame = { name: 'frame', test: /lucide-react|\/(?:app|shared|staff)\/shell\//, minShareCount: 2, priority: 1 }
/** Forms and their schemas, which come with the screens that have one. */
const FORMS =
  /react-hook-form|@hookform|\/zod\/|form\.tsx|\/contract\/(?!calls)|(?:app|shared)\/(?:account|files|ratings|reports|settings|student-notes)\//
const CHUNKS: Record<string, Rolldown.CodeSplittingGroup[]> = {
  app: [first, tutor, frame, { name: 'account', test: (id) => !FORMS.test(id), minShareCount: 3 }],
  dashboard: [first, frame],
}

const dist = join(import.meta.dirname, '../dist', app)
const filesDir = language === 'en' ? join(dist, 'en') : dist
const deployment = readFileSync(join(import.meta.dirname, '../wrangler.toml'), 'utf8')
/** A variable of the deployment: as the shell names it, or as `wrangler.toml` does. */
const setting = (name: string) => process.env[name] ?? new RegExp(`^${name} = "([^"]+)"$`, 'm').exec(deployment)?.[1]
const apiOrigin = setting('API_ORIGIN')
if (!apiOrigin) throw new Error('API_ORIGIN is not set in wrangler.toml')
const api = `http://localhost:${process.env.API_PORT ?? 8797}`

export default defineConfig(({ command, isSsrBuild }) => ({
  root: join(import.meta.dirname, app === 'dashboard' ? 'staff' : app),
  // Arabic is served at the root, English below /en/.
  base: command === 'build' && language === 'en' ? '/en/' : '/',
  publicDir: join(import.meta.dirname, 'public'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite', app),
  resolve: {
    alias: [
      { find: /^#messages\//, replacement: join(import.meta.dirname, 'messages', language, '/') },
      // The apps' messages are compiled when they are built; the contact form of the site shows some as they are written.
      ...(command === 'build' && app !== 'site'
        ? [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }]
        : []),
    ],
  },
  define: {
    // The words of the HTML pages.
    'import.meta.env.VITE_LOCALE': JSON.stringify(locale),
    'import.meta.env.VITE_DIRECTION': JSON.stringify(direction),
    'import.meta.env.VITE_BRAND': JSON.stringify(page.brand),
    'import.meta.env.VITE_TITLE': JSON.stringify(app === 'dashboard' ? page.dashboard.title : page.app.title),
    'import.meta.env.VITE_DESCRIPTION': JSON.stringify(page.app.description),
    'import.meta.env.VITE_NO_SCRIPT': JSON.stringify(app === 'dashboard' ? page.dashboard.noScript : page.app.noScript),
    API_ORIGIN: JSON.stringify(apiOrigin),
    MEDIA_URL: JSON.stringify(setting('LIVEKIT_URL') ?? null),
  },
  plugins: [
    react(),
    tailwind(),
    languagePlugin(language, app !== 'site'),
    app === 'site' && sitePages(language, originsOf(deployment), filesDir),
    app === 'app' &&
      !isSsrBuild &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: '../service-worker',
        filename: 'sw.ts',
        injectRegister: false,
        manifest: manifestOf(page, { lang: locale, dir: direction }),
        injectManifest: {
          // All that an account may open offline. Video needs the network, and its libraries weigh as much as the rest.
          globPatterns: ['index.html', '**/*.{js,css,woff2}', 'icon.svg', 'icon-192.png'],
          globIgnores: ['**/livekit-client*', '**/video-*', 'browser-check.js', 'old-browser.js'],
        },
      }),
  ],
  build: isSsrBuild
    ? {
        // The Pages worker: its module for Arabic is `index.js`, and fetches the one for English for who reads it.
        outDir: join(dist, '_worker.js'),
        emptyOutDir: language === 'ar',
        copyPublicDir: false,
        minify: true,
        rolldownOptions: {
          input: { [language === 'ar' ? 'index' : 'en']: join(import.meta.dirname, 'edge', `${app}.ts`) },
          // One module for each language: the local runtime copies its message to workerd for each of them.
          output: { codeSplitting: false },
          external: ['./en.js', /^node:/, 'cloudflare:workers'],
        },
      }
    : {
        outDir: filesDir,
        emptyOutDir: true,
        manifest: true,
        // The content policy lets no data: URL in, neither fonts nor scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: CHUNKS[app] ?? [] },
          },
        },
      },
  ssr: { noExternal: true, resolve: { conditions: ['workerd', 'module'] } },
  server: {
    fs: { allow: [join(import.meta.dirname, '..')] },
    proxy: { '/api': api, '/parties': { target: api, ws: true }, '/dev': api },
  },
}))
