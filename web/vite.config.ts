import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const APPS = ['app', 'dashboard', 'site'] as const
const app = APPS.find((name) => name === process.env['APP'])
if (!app) throw new Error(`APP must be one of ${APPS.join(', ')}`)

const pages = readdirSync(join(import.meta.dirname, app)).filter((file) => file.endsWith('.html'))
const api = `http://localhost:${process.env['API_PORT'] ?? 8797}`

/** The first paint needs the Arabic letters: the browser fetches them beside the style sheet, not after it. */
const preloadArabicFont: Plugin = {
  name: 'preload-arabic-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /cairo-arabic.*\.woff2$/.test(file))
      if (!font) throw new Error('The Arabic font is not in the bundle')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

export default defineConfig({
  root: join(import.meta.dirname, app),
  // Icons and the headers of the Pages projects are the same for all three.
  publicDir: join(import.meta.dirname, 'public'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite', app),
  plugins: [react(), tailwind(), preloadArabicFont],
  build: {
    outDir: join(import.meta.dirname, '../dist', app),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The content policy lets no data: URL in, neither fonts nor scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: pages.map((file) => join(import.meta.dirname, app, file)) },
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
