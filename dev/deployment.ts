import { createHash, randomBytes } from 'node:crypto'
import type { Unstable_Config } from 'wrangler'
import * as z from 'zod/mini'
import { KEY_CHECK_PATH, type KeyAnswer, keyAnswers, keyHolders, PROVIDER_KEYS } from '#contract/provider-keys'
import { APPS } from './build.ts'

/** What a deployment needs from its surroundings, so that a test can rehearse it. */
export type Surroundings = {
  /** Runs a command and answers its output. @throws with the output of a command that fails. */
  run: (command: readonly string[], env?: Record<string, string>) => Promise<string>
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  wait: (ms: number) => Promise<void>
  say: (line: string) => void
}

export type Target = {
  environment: 'staging' | 'production'
  /** The configuration of this environment, as wrangler reads it. */
  config: Unstable_Config
  /** Nothing is deployed yet, so that there is no version to go back to. */
  isFirst: boolean
  /** How long a tenth of the requests goes to the new version before all do. */
  watchMs: number
}

const ATTEMPTS = 10
const BETWEEN_ATTEMPTS_MS = 3000
/** While the new version is watched it is asked this often. */
const BETWEEN_LOOKS_MS = 15_000
const FIRST_PERCENT = 10

/** The flag by which wrangler takes the environment's part of the configuration; production is its base. */
const flagsOf = ({ environment }: Target): string[] => (environment === 'staging' ? ['--env', 'staging'] : [])

const projectOf = ({ environment }: Target, app: string): string =>
  environment === 'staging' ? `hessa-${app}-staging` : `hessa-${app}`

const variable = ({ config }: Target, name: string): string => String(config.vars[name] ?? '')
const apiOrigin = (target: Target): string => variable(target, 'API_ORIGIN')

const wrangler = ({ run }: Surroundings, ...args: string[]): Promise<string> => run(['wrangler', ...args])

/** Wrangler prints lines before its JSON where it has something to say. */
const jsonIn = <T>(output: string): T => JSON.parse(output.slice(output.search(/^[[{]/m))) as T

/**
 * What is missing, as far as it can be known before anything is uploaded: somebody is signed in, what the worker is bound to exists,
 * the database has its replicas, and the secrets have been set. Whether their values may serve, the uploaded version says itself
 * (docs/rules/api.md 1.6). `secrets`: the names of those that every deployment has.
 */
export async function check(around: Surroundings, target: Target, secrets: readonly string[]): Promise<string[]> {
  const { config } = target
  const flags = flagsOf(target)
  const missing: string[] = []
  /** The output of a command; null, with a line of what is missing, where it fails. */
  const ask = (what: string, ...args: string[]): Promise<string | null> =>
    wrangler(around, ...args).catch((error: unknown) => {
      missing.push(`${what}: ${error instanceof Error ? error.message : error}`)
      return null
    })
  if ((await ask('Nobody is signed in (wrangler login)', 'whoami')) === null) return missing
  for (const { database_name: name = '', database_id: id = '' } of config.d1_databases) {
    if (!/[1-9a-f]/.test(id)) missing.push(`wrangler.toml has no id of the database ${name}`)
    if (variable(target, 'BACKUP_DATABASE') !== id)
      missing.push(`BACKUP_DATABASE is not the id of the database ${name}`)
    const found = await ask(`No database ${name}`, 'd1', 'info', name, '--json', ...flags)
    if (found !== null && jsonIn<Record<string, unknown>>(found)['read_replication.mode'] !== 'auto')
      missing.push(`The database ${name} has no replicas (README, Deploy)`)
  }
  for (const { bucket_name: name = '' } of config.r2_buckets)
    await ask(`No bucket ${name}`, 'r2', 'bucket', 'info', name, ...flags)
  for (const { queue: name = '' } of config.queues.producers ?? [])
    await ask(`No queue ${name}`, 'queues', 'info', name, ...flags)
  const listed = await ask('No secrets (wrangler secret put)', 'secret', 'list', '--format', 'json', ...flags)
  const set = listed === null ? [] : jsonIn<{ name: string }[]>(listed).map(({ name }) => name)
  const unset = listed === null ? [] : secrets.filter((name) => !set.includes(name))
  if (unset.length > 0) missing.push(`Secrets that are not set (wrangler secret put): ${unset.join(', ')}`)
  return missing
}

type Version = { version_id: string; percentage: number }

/** The version that answers most requests. @throws Error before the first deployment. */
async function servingVersion(around: Surroundings, target: Target): Promise<string> {
  const output = await wrangler(around, 'deployments', 'status', '--json', ...flagsOf(target))
  const { versions = [] } = jsonIn<{ versions?: Version[] }>(output)
  const serving = versions.toSorted((a, b) => b.percentage - a.percentage)[0]
  if (!serving) throw new Error('No version is deployed; --first deploys the first one')
  return serving.version_id
}

/** The id that wrangler prints of what it has uploaded. */
function versionIn(output: string): string {
  const id = /Version ID: ([0-9a-f-]{36})/.exec(output)?.[1]
  if (!id) throw new Error(`wrangler named no version:\n${output}`)
  return id
}

type Question = { path: string; status: number; headers?: Record<string, string> }

/** Whether the version may serve with the values that it has (docs/rules/api.md 1.6); reads no database. */
const HEALTH: readonly Question[] = [{ path: '/api/v1/health', status: 200 }]
/** A read of the database, and that a guest is refused what is not theirs. */
const DATABASE: readonly Question[] = [
  { path: '/api/v1/plan/list', status: 200 },
  { path: '/api/v1/user/current', status: 401 },
]

/** The answer of this version; null while another one answers, or none. @throws Error for a wrong answer of this version. */
async function answerOf(
  around: Surroundings,
  target: Target,
  version: string,
  { path, status, headers = {} }: Question,
): Promise<Response | null> {
  const override = { 'cloudflare-workers-version-overrides': `${target.config.name}="${version}"` }
  const init = { headers: { ...headers, ...override } }
  const answer = await around.fetch(apiOrigin(target) + path, init).catch(() => null)
  if (answer?.headers.get('x-version') !== version) return null
  // The version says why it may not serve, for example which secret is short.
  if (answer.status !== status)
    throw new Error(`${path} answered ${answer.status} instead of ${status}: ${await answer.text()}`)
  return answer
}

/**
 * Asks a version, whatever its share of the requests. It takes some seconds until a deployment is known everywhere.
 * @throws Error where the version answers wrongly, or not at all.
 */
async function askOne(around: Surroundings, target: Target, version: string, question: Question): Promise<Response> {
  let answer = await answerOf(around, target, version, question)
  for (let attempt = 1; answer === null && attempt < ATTEMPTS; attempt++) {
    await around.wait(BETWEEN_ATTEMPTS_MS)
    answer = await answerOf(around, target, version, question)
  }
  if (answer === null) throw new Error(`${question.path} is not answered by version ${version}`)
  return answer
}

/** Asks in turn. @throws Error as `askOne`. */
async function ask(around: Surroundings, target: Target, version: string, questions: readonly Question[]) {
  for (const question of questions) await askOne(around, target, version, question)
}

/** The word by which this deployment alone may have the version try its keys, and the option that gives the version its hash. */
function newKeyCheck(): { word: string; option: string } {
  const word = randomBytes(32).toString('base64url')
  return { word, option: `KEY_CHECK:${createHash('sha256').update(word).digest('hex')}` }
}

/** What the provider says of its keys, for whoever deploys. */
function sentenceOf({ holder, state, reason }: KeyAnswer): string {
  const { keys, call, shownBy } = PROVIDER_KEYS[holder]
  const outcome = {
    accepted: `accepted (${call})`,
    refused: `REFUSED (${call}): ${reason}`,
    unclear: `unclear (${call}): ${reason}`,
    'not-asked': `cannot be asked: a wrong key is shown by ${shownBy}`,
    absent: 'not configured',
  }[state]
  return `${holder}, ${keys.join(', ')}: ${outcome}`
}

/** What a dry run prints: by which call each key would be tried. */
export const plannedKeyChecks = (): string[] =>
  keyHolders.map((holder) => {
    const { keys, call, shownBy } = PROVIDER_KEYS[holder]
    return `${holder}, ${keys.join(', ')}: ${call ?? `cannot be asked: a wrong key is shown by ${shownBy}`}`
  })

/**
 * Has the version ask each provider whether it knows the keys that the version has: secrets cannot be read back, so nobody else can
 * (docs/rules/api.md 1.11).
 * @throws Error with each key that is refused.
 */
async function tryKeys(around: Surroundings, target: Target, version: string, word: string): Promise<void> {
  const answer = await askOne(around, target, version, {
    path: `/api/v1${KEY_CHECK_PATH}`,
    status: 200,
    headers: { authorization: `Bearer ${word}` },
  })
  const { keys } = keyAnswers.parse(await answer.json())
  for (const one of keys) around.say(sentenceOf(one))
  const refused = keys.filter(({ state }) => state === 'refused')
  if (refused.length > 0) throw new Error(`Keys that their providers refuse:\n${refused.map(sentenceOf).join('\n')}`)
}

const share = (around: Surroundings, target: Target, ...versions: string[]): Promise<string> =>
  wrangler(around, 'versions', 'deploy', ...versions, '--yes', ...flagsOf(target))

/** Migrations only add, so that the version before runs on them too. */
async function migrate(around: Surroundings, target: Target): Promise<void> {
  for (const { database_name: name = '' } of target.config.d1_databases)
    await wrangler(around, 'd1', 'migrations', 'apply', name, '--remote', ...flagsOf(target))
}

/**
 * Gives the requests to the new version in steps: none, so that it can be asked; a tenth, while it is watched; all. The database is
 * migrated once the version has said that it may serve, and the providers that they know its keys.
 * @throws Error after all requests have gone back to the version before.
 */
async function rollOut(around: Surroundings, target: Target, before: string): Promise<void> {
  const { word, option } = newKeyCheck()
  const version = versionIn(await wrangler(around, 'versions', 'upload', '--var', option, ...flagsOf(target)))
  try {
    await share(around, target, `${version}@0`, `${before}@100`)
    await ask(around, target, version, HEALTH)
    await tryKeys(around, target, version, word)
    await migrate(around, target)
    await ask(around, target, version, DATABASE)
    await share(around, target, `${version}@${FIRST_PERCENT}`, `${before}@${100 - FIRST_PERCENT}`)
    around.say(`${FIRST_PERCENT} % of the requests go to version ${version}`)
    for (let watched = 0; watched < target.watchMs; watched += BETWEEN_LOOKS_MS) {
      await around.wait(BETWEEN_LOOKS_MS)
      await ask(around, target, version, [...HEALTH, ...DATABASE])
    }
    await share(around, target, `${version}@100`)
    around.say(`All requests go to version ${version}`)
  } catch (error) {
    await share(around, target, `${before}@100`)
    around.say(`All requests go to version ${before} again`)
    throw error
  }
}

/** The first deployment, before which nobody is served. */
async function begin(around: Surroundings, target: Target): Promise<void> {
  await migrate(around, target)
  const { word, option } = newKeyCheck()
  const version = versionIn(await wrangler(around, 'deploy', '--var', option, ...flagsOf(target)))
  await ask(around, target, version, [...HEALTH, ...DATABASE])
  await tryKeys(around, target, version, word)
  around.say(`Version ${version} answers`)
}

/** Builds the apps for this environment's hosts, and asks each for its page. @throws Error for a page that does not come. */
async function deployPages(around: Surroundings, target: Target): Promise<void> {
  const origins = variable(target, 'WEB_ORIGINS')
  const settings = { API_ORIGIN: apiOrigin(target), WEB_ORIGINS: origins, LIVEKIT_URL: variable(target, 'LIVEKIT_URL') }
  for (const [index, app] of APPS.entries()) {
    await around.run(['npm', 'run', 'build:web'], { ...settings, APP: app })
    const project = projectOf(target, app)
    await wrangler(around, 'pages', 'deploy', `dist/${app}`, '--project-name', project, '--branch', 'main')
    const origin = origins.split(',')[index] ?? ''
    const page = await around.fetch(origin)
    const allowed = page.headers.get('content-security-policy') ?? ''
    if (page.status !== 200) throw new Error(`${origin} answered ${page.status}`)
    if (!allowed.includes(apiOrigin(target))) throw new Error(`${origin} may not call ${apiOrigin(target)}: ${allowed}`)
    around.say(`${origin} is served`)
  }
}

/**
 * Deploys the API, then the apps, which may call what the version before does not have.
 * @throws Error for a version that was taken back, or an app that is not served.
 */
export async function deploy(around: Surroundings, target: Target): Promise<void> {
  if (target.isFirst) await begin(around, target)
  else {
    await rollOut(around, target, await servingVersion(around, target))
    // Crons are not part of a version.
    await wrangler(around, 'triggers', 'deploy', ...flagsOf(target))
  }
  await deployPages(around, target)
}

/** By which the platform's API knows who is signed in to wrangler. */
async function platformHeaders(around: Surroundings): Promise<Record<string, string>> {
  const signedIn = z.parse(signIn, jsonIn(await wrangler(around, 'auth', 'token', '--json')))
  return 'token' in signedIn
    ? { authorization: `Bearer ${signedIn.token}` }
    : { 'x-auth-key': signedIn.key, 'x-auth-email': signedIn.email }
}

const signIn = z.union([z.object({ token: z.string() }), z.object({ key: z.string(), email: z.string() })])
const pagesProject = z.object({ result: z.object({ canonical_deployment: z.object({ id: z.string() }) }) })
const pagesDeployments = z.object({
  result: z.array(
    z.object({
      id: z.string(),
      created_on: z.string(),
      latest_stage: z.object({ name: z.string(), status: z.string() }),
    }),
  ),
})

/**
 * Has the platform serve an app as it was deployed before what it serves now. Done twice, it serves what it did at first, as the API
 * does.
 * @throws Error where there is no other deployment, or the platform refuses.
 */
async function rollBackApp(
  around: Surroundings,
  target: Target,
  app: string,
  headers: Record<string, string>,
): Promise<void> {
  const account = variable(target, 'BACKUP_ACCOUNT')
  const project = `https://api.cloudflare.com/client/v4/accounts/${account}/pages/projects/${projectOf(target, app)}`
  const askPlatform = async (url: string, method = 'GET'): Promise<unknown> => {
    const answer = await around.fetch(url, { method, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  const serving = z.parse(pagesProject, await askPlatform(project)).result.canonical_deployment.id
  const { result } = z.parse(pagesDeployments, await askPlatform(`${project}/deployments?env=production`))
  const before = result
    .filter(({ id, latest_stage: { name, status } }) => id !== serving && name === 'deploy' && status === 'success')
    .toSorted((one, other) => Date.parse(other.created_on) - Date.parse(one.created_on))[0]
  if (!before) throw new Error(`${projectOf(target, app)} has no other deployment`)
  await askPlatform(`${project}/deployments/${before.id}/rollback`, 'POST')
  around.say(`${projectOf(target, app)} serves its deployment of ${before.created_on}`)
}

/**
 * Gives all requests to the version before, then serves each app as it was deployed before, since an app may call what that version
 * does not have. The database stays as it is: migrations only add.
 * @throws Error with each app that was not taken back, after all have been tried.
 */
export async function rollBack(around: Surroundings, target: Target): Promise<void> {
  await wrangler(around, 'rollback', '--yes', '--message', 'rolled back', ...flagsOf(target))
  around.say('All requests go to the version before')
  const headers = await platformHeaders(around)
  const left: string[] = []
  for (const app of APPS)
    await rollBackApp(around, target, app, headers).catch((error: unknown) => left.push(`${app}: ${error}`))
  if (left.length > 0)
    throw new Error(
      `Not taken back, to be done on the platform (Workers & Pages, Deployments, Rollback to this deployment):\n${left.join('\n')}`,
    )
}
