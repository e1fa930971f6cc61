/**
 * `npm run deploy -- staging` or `production`: checks, uploads, migrates, gives the new version its requests in steps, and deploys the
 * three apps. `--dry-run` prints each command, `--watch 300` is for how many seconds a tenth of the requests is watched, and `--first`
 * deploys where nothing is yet.
 * `npm run rollback -- staging` gives the requests back to the version before, and serves the apps as they were.
 */
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { KEY_CHECK_PATH } from '#contract/provider-keys'
import { check, deploy, plannedKeyChecks, rollBack, type Surroundings } from './deployment.ts'
import { localKeys } from './local-keys.ts'
import { runCommand, typed } from './run-command.ts'
import { root } from './settings.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    rollback: { type: 'boolean', default: false },
    watch: { type: 'string', default: '300' },
  },
})
const [environment] = positionals
if (environment !== 'staging' && environment !== 'production') {
  console.error('Name the environment: npm run deploy -- staging, or production')
  process.exit(2)
}

const say = (line: string) => console.log(line)
const real: Surroundings = {
  run: runCommand,
  fetch: (url, init) => fetch(url, init),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  say,
}

/** The version that a dry run makes up. */
const DRY_VERSION = '00000000-0000-0000-0000-000000000000'

/** A project, or its deployments, as the platform's API has them. */
const dryPages = (url: string): unknown =>
  url.endsWith('?env=production')
    ? [{ id: 'BEFORE', created_on: 'BEFORE', latest_stage: { name: 'deploy', status: 'success' } }]
    : { canonical_deployment: { id: 'SERVING' } }

/** Answers as if all were well, and prints what would be done. */
const dry: Surroundings = {
  run: async (command, env) => {
    say(typed(command, env))
    if (command.includes('token')) return '{"token":"…"}'
    if (command.includes('info')) return '{"read_replication.mode":"auto"}'
    if (command.includes('secret')) return JSON.stringify(Object.keys(localKeys).map((name) => ({ name })))
    if (command.includes('status')) return JSON.stringify({ versions: [{ version_id: 'BEFORE', percentage: 100 }] })
    return `Version ID: ${DRY_VERSION}`
  },
  fetch: async (url, init) => {
    say(`${init?.method ?? 'GET'} ${url}`)
    if (url.startsWith('https://api.cloudflare.com/')) return Response.json({ result: dryPages(url) })
    const isKeyCheck = url.endsWith(KEY_CHECK_PATH)
    if (isKeyCheck) for (const line of plannedKeyChecks()) say(`  ${line}`)
    const headers = { 'x-version': DRY_VERSION, 'content-security-policy': String(config.vars.API_ORIGIN) }
    return new Response(isKeyCheck ? '{"keys":[]}' : '', { status: url.endsWith('/user/current') ? 401 : 200, headers })
  },
  wait: async () => undefined,
  say,
}

const config = unstable_readConfig({
  config: `${root}/wrangler.toml`,
  env: environment === 'staging' ? environment : undefined,
})
const isDry = values['dry-run']
const around = isDry ? dry : real
const target = { environment, config, isFirst: values.first, watchMs: isDry ? 0 : Number(values.watch) * 1000 } as const

async function checkAndDeploy(): Promise<void> {
  const missing = await check(around, target, Object.keys(localKeys))
  for (const line of missing) console.error(`Missing: ${line}`)
  if (missing.length > 0 && !isDry) process.exit(1)
  await deploy(around, target)
}

try {
  await (values.rollback ? rollBack(around, target) : checkAndDeploy())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
