// Runs under whatever Node the machine has, before anything is installed: brings the dependencies in once, and again
// when the lockfile changes.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed')
const lockfile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  // npm would first delete everything in the directory that the link leads to, which others use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = existsSync(modules) ? realpathSync(modules) : 'nothing'
    console.error(
      `node_modules is a link to ${target}, not installed from this package-lock.json: install it there, or remove the link.`,
    )
    process.exit(1)
  }
  console.log('Installing dependencies (once) …')
  execSync('npm ci --no-audit --no-fund --loglevel=error', { cwd: root, stdio: 'inherit' })
  writeFileSync(stamp, lockfile)
}
