/**
 * The client package as somebody else uses it: packed, installed into an empty folder, its example checked by TypeScript and run
 * against the server; what the contract does not allow is refused by the types.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '#contract/openapi'
import { startServer } from '../server.ts'
import { bin } from '../stage.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'hessa-client-'))

const run = (command: string, args: string[], cwd = folder, env: Record<string, string> = {}) =>
  execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** A call that the contract does not allow: TypeScript must refuse it. */
const WRONG = `import { createClient } from 'hessa-client'
import { bookLesson } from 'hessa-client/calls/lessons'
await createClient({ origin: '' }).request(bookLesson, { body: { tutorId: 1, slotId: 1, start: '', duration: 20 } })
`

function typesHold(file: string): boolean {
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom']
  options.push('--types', 'node', '--typeRoots', join(root, 'node_modules/@types'))
  try {
    run(bin('tsc'), [...options, file])
    return true
  } catch {
    return false
  }
}

const failures: string[] = []
try {
  const { version } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')) as { version: string }
  if (!version.startsWith(`${openApiDocument([]).info.version}.`))
    failures.push('the version is not that of the contract')
  run('npm', ['pack', '--silent', '--pack-destination', folder, join(root, 'client')])
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  // Zod comes from this tree: a test needs no network.
  run('npm', [
    'install',
    '--silent',
    '--offline',
    '--no-audit',
    `hessa-client-${version}.tgz`,
    join(root, 'node_modules/zod'),
  ])
  cpSync(join(root, 'client/example.mts'), join(folder, 'example.mts'))
  writeFileSync(join(folder, 'wrong.mts'), WRONG)
  if (!typesHold('example.mts')) failures.push('the example does not fit the types')
  if (typesHold('wrong.mts')) failures.push('a lesson of 20 minutes fits the types')
  const server = await startServer()
  try {
    const printed = run(process.execPath, ['example.mts'], folder, { HESSA_ORIGIN: server.origin })
    console.log(printed.trim())
    if (!printed.includes('Cancelled')) failures.push('the example booked nothing')
  } finally {
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exit(failures.length === 0 ? 0 : 1)
