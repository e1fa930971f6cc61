import { argon2id as reference } from '@noble/hashes/argon2.js'
import Argon2 from '@phi-ag/argon2'
import wasm from '@phi-ag/argon2/argon2.wasm'
import { describe, expect, it } from 'vitest'
import { ARGON2 } from '#domain/users/password-hash'
import { argon2id } from '../../worker/auth/argon2id.ts'
import { hashPassword, passwordMatches } from '../../worker/auth/password-hash.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the hash of a password', () => {
  it('equals that of another implementation of Argon2id, for any length of password and salt, again and again', async () => {
    const { memoryCost: m, timeCost: t, parallelism: p, hashLength: dkLen } = ARGON2
    const salt = Uint8Array.from({ length: 16 }, (_, at) => at * 17)
    for (const [password, ofSalt] of [
      ['Hessa2026!', salt],
      ['', salt],
      ['x'.repeat(300), salt.slice(0, 9)],
    ] as const)
      expect(await argon2id(password, ofSalt)).toEqual(reference(bytes(password), ofSalt, { m, t, p, dkLen }))
  })

  it('is right for each of many that are made at the same time', async () => {
    const passwords = ['one-password', 'another-one', 'حصة2026']
    const hashes = await Promise.all(passwords.map(hashPassword))
    const matches = await Promise.all([
      ...passwords.map((password, at) => passwordMatches(password, hashes[at] ?? '')),
      passwordMatches('one-passwore', hashes[0] ?? ''),
      passwordMatches('حصة2027', hashes[2] ?? ''),
    ])
    expect(matches).toEqual([true, true, true, false, false])
  })

  it('lets other requests run between one and the next', async () => {
    let turns = 0
    let isDone = false
    const others = (async () => {
      for (; !isDone; turns++) await scheduler.wait(0)
    })()
    await Promise.all(['one', 'two', 'three', 'four'].map(hashPassword))
    isDone = true
    await others
    expect(turns).toBeGreaterThan(4)
  })

  it('of a known device is made before those that wait', async () => {
    const made: string[] = []
    const make = async (name: string, goesFirst: boolean) => {
      await argon2id(name, new Uint8Array(16), goesFirst)
      made.push(name)
    }
    await Promise.all([...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => make(name, false)), make('known', true)])
    expect(made.indexOf('known')).toBeLessThan(2)
    expect(made).toHaveLength(7)
  })

  it('that an earlier version has stored still matches', async () => {
    const stored = '$argon2id$v=19$m=19456,t=2,p=1$ABEiM0RVZneImaq7zN3u/w$9Do3wUdO/Z5x25l5o7e1GhRvFlbi8npr0SXTA2hpk1c'
    expect(await passwordMatches('حصة2026!', stored)).toBe(true)
    expect(await passwordMatches('حصة2026', stored)).toBe(false)
  })

  it('leaves most of an isolate’s 128 MiB to the rest, however many are made and of whatever length', () => {
    const instance = new WebAssembly.Instance(wasm)
    const argon2 = new Argon2(instance)
    const { memory } = instance.exports as { memory: WebAssembly.Memory }
    const salt = new Uint8Array(16)
    for (let length = 0; length < 1800; length += 60) argon2.hash('x'.repeat(length), { ...ARGON2, timeCost: 1, salt })
    expect(memory.buffer.byteLength).toBeLessThanOrEqual(40 * 1024 * 1024)
  })
})
