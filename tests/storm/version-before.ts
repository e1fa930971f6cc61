/**
 * Two versions over one database, as while a deployment shares the requests out between both, and after one was taken back
 * (docs/deploy.md). The version before fills a marketplace, this one migrates and serves it; then the version before serves what this
 * one has migrated, through the acts and crashes of its own storm. `npm run soak` sends this version's storm over it as well.
 * The version before is that of a day before this commit, so that every migration is tried as long as it is new.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APPS } from '../../dev/build.ts'
import { newDirectory, startServerOn } from '../server.ts'

const root = join(import.meta.dirname, '../..')
const DAY_S = 24 * 3600

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit of the version before; null in a tree without its history. */
function commitBefore(): string | null {
  try {
    return git('rev-list', '-1', `--before=${Number(git('log', '-1', '--format=%ct')) - DAY_S}`, 'HEAD') || null
  } catch {
    return null
  }
}

/** The sources of a commit, with this tree's dependencies and pages: the test asks the API alone. */
function treeOf(commit: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'hessa-version-before-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  mkdirSync(join(tree, 'dist'))
  for (const app of APPS) cpSync(join(root, 'dist', app), join(tree, 'dist', app), { recursive: true })
  return tree
}

/** Starts a version on the state until it serves, and stops it. */
async function serveOnce(state: string, tree: string): Promise<void> {
  const { stop } = await startServerOn(state, tree)
  await stop()
}

const storm = (tree: string, state: string): boolean =>
  spawnSync(process.execPath, [join(tree, 'tests/storm/money-storm.ts')], {
    stdio: 'inherit',
    env: { ...process.env, HESSA_PREPARED: state },
  }).status === 0

async function run(commit: string): Promise<boolean> {
  console.log(`The version before is ${git('log', '-1', '--format=%h of %cs', commit)}`)
  // Otherwise each start would build the pages, which nobody opens here.
  process.env.VITE_ORIGINS = APPS.map((app) => `http://${app}.localhost`).join()
  const state = newDirectory()
  const before = treeOf(commit)
  try {
    await serveOnce(state, before)
    await serveOnce(state, root)
    return storm(before, state) && (!process.argv.includes('--long') || storm(root, state))
  } finally {
    for (const folder of [state, before]) rmSync(folder, { recursive: true, force: true })
  }
}

const commit = commitBefore()
if (commit === null) console.log('Skipped: the version before over this database, since the history is not there')
process.exit(commit === null || (await run(commit)) ? 0 : 1)
