import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('leaves packages alone that the checkout only links to, and says where they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hessa-install-'))
  try {
    const [shared, checkout] = [join(folder, 'shared'), join(folder, 'checkout')]
    mkdirSync(join(shared, 'zod'), { recursive: true })
    mkdirSync(join(checkout, 'dev'), { recursive: true })
    copyFileSync(join(import.meta.dirname, 'install.mjs'), join(checkout, 'dev/install.mjs'))
    writeFileSync(join(checkout, 'package.json'), '{}')
    writeFileSync(join(checkout, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}')
    symlinkSync(shared, join(checkout, 'node_modules'))
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'dev/install.mjs')], { encoding: 'utf8' })
    expect([status, existsSync(join(shared, 'zod'))]).toEqual([1, true])
    expect(stderr).toContain(shared)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
