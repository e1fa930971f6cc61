/**
 * `APP=app npm run build:web`: builds one app into its folder of `dist`, as `wrangler pages deploy` takes it. The files for
 * browsers, Arabic at the root and English in `en`, then the project's worker, which reads the names of these files.
 */
import { join } from 'node:path'
import { build } from 'vite'
import { enforceBudgets } from './budgets.ts'
import { root } from './settings.ts'

for (const ssr of [false, true])
  for (const language of ['ar', 'en']) {
    process.env.LANGUAGE = language
    await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn', build: { ssr } })
  }

enforceBudgets(process.env.APP)
