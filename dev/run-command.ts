import { spawn } from 'node:child_process'
import type { Surroundings } from './deployment.ts'
import { bin, root } from './settings.ts'

/** A command as one would type it. */
export const typed = (command: readonly string[], env: Record<string, string> = {}): string =>
  [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command].join(' ')

/** Prints a command and runs it in the root of the repository, `wrangler` as it is installed here. */
export const runCommand: Surroundings['run'] = ([command = '', ...args], env) => {
  console.log(`> ${typed([command, ...args], env)}`)
  return new Promise((done, fail) => {
    const program = command === 'wrangler' ? bin('wrangler') : command
    const child = spawn(program, args, { cwd: root, env: { ...process.env, CI: '1', ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Error(output.trim()))))
  })
}
