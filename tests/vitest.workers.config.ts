import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { LOCAL_VAPID_PUBLIC_KEY, localKeys, localMediaKeys, localPayoutKeys } from '../dev/local-keys.ts'

const root = new URL('..', import.meta.url).pathname

/** The API and the parties inside workerd, on the real migrations, through the front door; and the workers of the pages. */
export default defineConfig({
  root,
  define: { API_ORIGIN: JSON.stringify('https://api.hessa.example'), MEDIA_URL: 'null' },
  plugins: [
    {
      name: 'in-english',
      enforce: 'pre',
      // In a build this is the same worker in English, beside the one in Arabic.
      resolveId: (id, importer) =>
        id === './en.js' && importer?.startsWith(`${root}web/edge/`) ? `${root}tests/edge/in-english.ts` : null,
    },
    cloudflareTest(async () => ({
      main: './worker/index.ts',
      wrangler: { configPath: `${root}wrangler.toml` },
      miniflare: {
        bindings: {
          ...localKeys,
          ...localMediaKeys,
          ...localPayoutKeys,
          VAPID_PUBLIC_KEY: LOCAL_VAPID_PUBLIC_KEY,
          CF_VERSION_METADATA: { id: 'tests' },
          ENVIRONMENT: 'local',
          FAWRY_RECURRING: 'yes',
          WEB_ORIGINS: 'http://localhost:8787,http://admin.localhost:8787,http://www.localhost:8787',
          LOG_LEVEL: 'error',
          /** Repeats a random test: `STORM_SEED=… npm test`. */
          STORM_SEED: process.env.STORM_SEED ?? '',
          /** How many random histories of each provider are tried: more in `npm run soak`. */
          HISTORIES: process.env.HISTORIES ?? '',
          TEST_MIGRATIONS: await readD1Migrations(`${root}db/migrations`),
        },
        // Nothing leaves the runtime: what the adapters send is answered here and kept for the tests to read.
        outboundService: () => Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] }),
      },
    })),
  ],
  test: {
    name: 'workers',
    include: ['tests/{api,edge,party}/**/*.test.ts'],
    // One runtime for many files: tests/workers-setup.ts says what each file finds in it.
    isolate: false,
    maxWorkers: 2,
    setupFiles: ['tests/workers-setup.ts'],
    // Vitest would wait for each line that it takes over. One that a queue consumer or a Durable Object logs after a file's last
    // test is held back until the runner's next message, which is never sent: the run would not end (cloudflare/workers-sdk#15719).
    disableConsoleIntercept: true,
    // How busy the machine is proves nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            'zod/mini',
            'hono',
            'hono/cors',
            'hono/secure-headers',
            'hono/html',
            'hono/http-exception',
            '@hono/zod-validator',
            '@block65/webcrypto-web-push',
            'drizzle-orm',
            'drizzle-orm/d1',
            'drizzle-orm/sqlite-core',
            'jose',
            'mediabunny',
            'partyserver',
            // What the worker of the app renders with.
            '@tanstack/react-query',
            'lucide-react',
            'radix-ui',
            'react',
            'react-dom/server.edge',
            'react/jsx-dev-runtime',
          ],
        },
      },
    },
  },
})
