/**
 * Asks every call of the OpenAPI document what its schema allows and what it forbids, as several roles, on the real local
 * stack: no answer may be a fault, and each must be what the document promises. Needs Python 3; answers why it could not.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { may, type Permission, permissions } from '#domain/permissions'
import { Role } from '#domain/roles'
import { startServer } from '../server.ts'
import { type Counts, type Print, run, sum, verdict } from '../stage.ts'

const here = import.meta.dirname
const home = join(here, '../../node_modules/.cache/hessa-fuzz')
const bin = (name: string) => join(home, 'bin', name)
const PASSWORD = 'Hessa2026!'
const ROLES = { student: Role.Student, tutor: Role.Tutor, super: Role.SuperAdmin }
type Account = keyof typeof ROLES
const accounts = Object.keys(ROLES) as Account[]

export type FuzzOptions = {
  /** The same questions each time; another seed looks elsewhere. */
  seed: string
  /** Given to each call and role, besides those that its schema names at its edges. */
  examples: number
  /** Each call is asked as every role that may make it, else as one of them: the edges of its schema take the time. */
  asEveryRole: boolean
}
const DEFAULTS: FuzzOptions = { seed: process.env.FUZZ_SEED || '1', examples: 3, asEveryRole: false }

/** They would spend the codes and logins of everybody, or end the session that asks. */
const LEFT_OUT = 'auth/|confirmation-code'

const works = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Installs the fuzzer where it is not there yet: null, or why it could not be installed. */
function whyNotInstalled(): string | null {
  if (existsSync(bin('st'))) return null
  if (!works('python3', ['--version'])) return 'python3 is not installed'
  mkdirSync(home, { recursive: true })
  if (!works('python3', ['-m', 'venv', home])) return 'python3 has no venv'
  const list = join(here, 'requirements.txt')
  return works(bin('pip'), ['install', '-q', '--disable-pip-version-check', '-r', list])
    ? null
    : 'pip found no packages'
}

/**
 * The calls that each role is to ask. Those that are refused to a role whatever is sent are left to
 * `tests/api/permissions.test.ts`; one that several roles may make falls to whoever has fewest.
 */
function sharedOut(asEveryRole: boolean): Record<Account, string[]> {
  const calls: Record<Account, string[]> = { student: [], tutor: [], super: [] }
  const allowed = Object.keys(permissions).map((call) => ({ call, roles: rolesOf(call as Permission) }))
  for (const { call, roles } of allowed.sort((a, b) => a.roles.length - b.roles.length)) {
    const fewest = [...roles].sort((a, b) => calls[a].length - calls[b].length).slice(0, 1)
    for (const role of asEveryRole ? roles : fewest) calls[role].push(call)
  }
  return calls
}

const rolesOf = (call: Permission) => accounts.filter((account) => may(call, ROLES[account]))

async function tokenOf(origin: string, role: Account): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${role}@hessa.test`, password: PASSWORD }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function fuzzAs(print: Print, role: Account, calls: readonly string[], options: FuzzOptions): Promise<boolean> {
  print(`${calls.length} calls as ${role}; FUZZ_SEED=${options.seed} repeats it`)
  const { origin, stop } = await startServer()
  try {
    return await askAs(print, { origin, role, calls, options })
  } finally {
    await stop()
  }
}

type Fuzzing = { origin: string; role: Account; calls: readonly string[]; options: FuzzOptions }

async function askAs(print: Print, { origin, role, calls, options }: Fuzzing): Promise<boolean> {
  const token = await tokenOf(origin, role)
  const checks = 'no_fault,names_the_refusal,status_code_conformance'
  const args = [
    ...['run', `${origin}/api/v1/openapi.json`, '--url', `${origin}/api/v1`, '--seed', options.seed, '--no-color'],
    ...['--header', `Authorization: Bearer ${token}`, '--checks', checks, '--phases', 'coverage,fuzzing'],
    ...['--max-examples', String(options.examples), '--suppress-health-check', 'all'],
    ...['--exclude-path-regex', LEFT_OUT, '--include-operation-id-regex', `^(${calls.join('|')})$`],
  ]
  const env = { SCHEMATHESIS_HOOKS: 'checks', PYTHONPATH: here }
  const report: string[] = []
  const passed = await run((line) => report.push(line), bin('st'), args, { cwd: home, env })
  if (!passed) for (const line of report) print(line)
  return passed
}

/** Fuzzes as every role, side by side; each has a server of its own, so that a seed repeats. One role is one test. */
export async function fuzz(print: Print, options = DEFAULTS): Promise<Counts> {
  const reason = whyNotInstalled()
  if (reason) {
    print(`Skipped: fuzzing (${reason})`)
    return sum([])
  }
  const calls = sharedOut(options.asEveryRole)
  const passed = await Promise.all(accounts.map((role) => fuzzAs(print, role, calls[role], options)))
  return sum(passed.map(verdict))
}
