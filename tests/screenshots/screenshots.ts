/**
 * `npm run screenshots`: every screen of the app, the dashboard and the site on a phone and on a desk, light and dark, into
 * `screenshots/now`, with an index to look through. `npm run screenshots -- --against main` builds that version in a worktree of its
 * own, photographs both with the same demo data at the same instant, and writes the pairs that differ into `screenshots/report`.
 * `--language en` takes one language alone; further words choose the visitors and the addresses that hold one of them, as in
 * `npm run screenshots -- /chat tutor`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from '../browser.ts'
import { newDirectory, startServerOn } from '../server.ts'
import { bin, filesOf, root, run } from '../stage.ts'

const HOUR_MS = 3_600_000
const folder = join(root, 'screenshots')
const { values, positionals: words } = parseArgs({
  options: { against: { type: 'string' }, language: { type: 'string' } },
  allowPositionals: true,
})
/** The demo's dates are counted from here, so that both versions show the same ones. */
const picturedAt = Math.floor(Date.now() / HOUR_MS) * HOUR_MS

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Photographs what the sources in `tree` show, or compares it with the pictures that are there. */
async function photograph(tree: string, pictures: string, isComparison: boolean): Promise<boolean> {
  const state = newDirectory()
  // As a first start leaves it that was killed: the next one takes the instant from it (dev/demo.ts).
  writeFileSync(join(state, 'demo-unfinished.json'), JSON.stringify({ now: picturedAt }))
  const server = await startServerOn(state, tree)
  try {
    return await run(
      console.log,
      bin('playwright'),
      [
        'test',
        '--config',
        'tests/screenshots/playwright.config.ts',
        `--update-snapshots=${isComparison ? 'none' : 'all'}`,
      ],
      {
        env: {
          HESSA_ORIGIN: server.origin,
          PICTURES: pictures,
          PICTURED_AT: String(picturedAt),
          WORDS: words.join(' '),
          PICTURED_LANGUAGE: values.language ?? '',
          CHROMIUM: ensureBrowser(),
        },
      },
    )
  } finally {
    await server.stop()
    rmSync(state, { recursive: true, force: true })
  }
}

/** A worktree of another version, with its packages. */
function checkOut(reference: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'hessa-tree-'))
  git('worktree', 'add', '--detach', '--force', tree, reference)
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(root)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' })
  return tree
}

/** A page of all pictures, each of which opens by itself. */
function writeIndex(pictures: string): void {
  const figures = filesOf(relative(root, pictures), /\.png$/)
    .toSorted()
    .map((file) => relative(pictures, join(root, file)).replaceAll('\\', '/'))
    .map((file) => `<a href="${encodeURI(file)}"><img src="${encodeURI(file)}" loading="lazy" alt=""><br>${file}</a>`)
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px}a{width:300px}img{width:100%;max-height:420px;object-fit:cover;object-position:top}'
  writeFileSync(
    join(pictures, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Hessa</title><style>${style}</style>${figures.join('\n')}`,
  )
}

if (values.against === undefined) {
  const pictures = join(folder, 'now')
  rmSync(pictures, { recursive: true, force: true })
  const isWhole = await photograph(root, pictures, false)
  writeIndex(pictures)
  console.log(`\nThe pictures: ${join(pictures, 'index.html')}`)
  process.exit(isWhole ? 0 : 1)
}

const pictures = join(folder, git('rev-parse', '--short', values.against))
rmSync(pictures, { recursive: true, force: true })
const tree = checkOut(values.against)
try {
  await photograph(tree, pictures, false)
} finally {
  git('worktree', 'remove', '--force', tree)
}
const isSame = await photograph(root, pictures, true)
console.log(isSame ? '\nNo screen differs.' : `\nWhat differs: ${join(folder, 'report/index.html')}`)
