import { describe, expect, it } from 'vitest'
import type { ShortLink } from '#contract/links'
import { callApi, expectOk, newAdmin, newSuperAdmin, outcome, row, run, verifiedStudent } from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')

async function newLink(kind: string, url: string): Promise<string> {
  const name = `${kind}-${crypto.randomUUID().slice(0, 8)}`
  await run('INSERT INTO links (name, url, created_at, updated_at) VALUES (?, ?, ?, ?)', name, url, NOW, NOW)
  return name
}

const visit = (name: string) => callApi('POST', `/link/${encodeURIComponent(name)}/visit`)
const visitsOf = async (name: string) =>
  (await row<{ visits: number }>('SELECT visits FROM links WHERE name = ?', name))?.visits

describe('a short link', () => {
  it('leads anybody to its address, and counts every visit', async () => {
    const name = await newLink('wa', 'https://wa.me/201012345678')
    expect(await expectOk(visit(name))).toEqual({ url: 'https://wa.me/201012345678' })
    await Promise.all([visit(name), visit(name)])
    expect(await visitsOf(name)).toBe(3)
  })

  it('leads nowhere but to hosts of its kind, and a visit that it refuses is not counted', async () => {
    for (const [kind, url] of [
      ['wa', 'https://evil.example/'],
      ['wa', 'https://wa.me.evil.example/'],
      ['sfb', 'https://wa.me/201012345678'],
      ['other', 'https://wa.me/201012345678'],
      ['mpv', 'javascript:alert(1)'],
    ] as const) {
      const name = await newLink(kind, url)
      expect(await visit(name), url).toMatchObject({ status: 404, code: 'not-found' })
      expect(await visitsOf(name)).toBe(0)
    }
  })

  it('that does not exist is not found', async () => {
    for (const name of ['wa-nobody', 'nobody', '../plan', "wa' OR 1=1"])
      expect(await visit(name)).toMatchObject({ status: 404, code: 'not-found' })
  })
})

describe('the short links, for staff,', () => {
  const create = async (name: string, url: string) =>
    callApi('POST', '/link', { as: await newSuperAdmin(), body: { name, url } })
  const newName = (kind: string) => `${kind}-${crypto.randomUUID().slice(0, 8)}`

  it('are found by what they are, in small and capital letters (docs/rules/api.md 3.4)', async () => {
    const [as, name] = [await newAdmin(), newName('mpv')]
    const url = `https://youtu.be/dQw4w9_${name}?T=٤&q=ة%20É`
    await run('INSERT INTO links (name, url, created_at, updated_at) VALUES (?, ?, ?, ?)', name, url, NOW, NOW)
    const found = async (search: string) =>
      (
        await expectOk<{ list: ShortLink[] }>(
          callApi('GET', `/link/list?${new URLSearchParams({ search, size: '100' })}`, { as }),
        )
      ).list.map((link) => link.name)
    for (const search of [url, name, name.toUpperCase(), `DQW4W9_${name}`, `${name}?T=٤&q=ة`, `\u200e${url}`])
      expect([search, await found(search)]).toEqual([search, [name]])
    for (const search of [`${name}%`, `dQw4w9-${name}`]) expect([search, await found(search)]).toEqual([search, []])
  })

  it('are added, changed and deleted, and each is audited', async () => {
    const [as, name] = [await newAdmin(), newName('wa')]
    const made = await expectOk<ShortLink>(
      callApi('POST', '/link', { as, body: { name, url: ' https://wa.me/201012345678 ' } }),
    )
    expect(made).toMatchObject({ name, kind: 'wa', url: 'https://wa.me/201012345678', leads: true, visits: 0 })
    await expectOk(visit(name))
    const edited = callApi('PUT', `/link/${name}`, { as, body: { url: 'https://wa.me/201112345678' } })
    expect(await expectOk<ShortLink>(edited)).toMatchObject({ url: 'https://wa.me/201112345678', visits: 1 })
    expect(await lastAuditEntry('link.edit')).toMatchObject({
      actor_id: as.id,
      before: { name, url: 'https://wa.me/201012345678' },
      after: { name, url: 'https://wa.me/201112345678' },
    })
    expect(await expectOk(visit(name))).toEqual({ url: 'https://wa.me/201112345678' })
    await expectOk(callApi('DELETE', `/link/${name}`, { as }))
    expect(await lastAuditEntry('link.delete')).toMatchObject({ before: { name, visits: 2 } })
    expect(await outcome(visit(name))).toBe('not-found')
    expect(await outcome(callApi('DELETE', `/link/${name}`, { as }))).toBe('not-found')
    expect(await outcome(callApi('PUT', `/link/${name}`, { as, body: { url: 'https://wa.me/2' } }))).toBe('not-found')
  })

  it('lead to hosts of their kind only, and have names of a kind that are free', async () => {
    for (const [name, url] of [
      ['wa', 'https://evil.example/'],
      ['wa', 'https://wa.me.evil.example/'],
      ['wa', 'http://wa.me/201012345678'],
      ['other', 'https://wa.me/201012345678'],
      ['WA', 'https://wa.me/201012345678'],
    ] as const)
      expect(await outcome(create(name === 'wa' ? newName('wa') : name, url)), url).toBe('illegal')
    const name = newName('sx')
    await expectOk(create(name, 'https://x.com/hessa'))
    expect(await outcome(create(name, 'https://x.com/other'))).toBe('illegal')
    const as = await newAdmin()
    const elsewhere = callApi('PUT', `/link/${name}`, { as, body: { url: 'https://wa.me/201012345678' } })
    expect(await outcome(elsewhere)).toBe('illegal')
    expect(await row('SELECT url FROM links WHERE name = ?', name)).toEqual({ url: 'https://x.com/hessa' })
  })

  it('are listed by visits, with those that lead nowhere marked, to admins only', async () => {
    const as = await newAdmin()
    const [often, never] = [await newLink('syt', 'https://youtu.be/x'), await newLink('syt', 'https://evil.example/')]
    await run('UPDATE links SET visits = 1000000 WHERE name = ?', often)
    const list = async (query: string) =>
      (await expectOk<{ list: ShortLink[] }>(callApi('GET', `/link/list?${query}`, { as }))).list
    expect((await list('size=1'))[0]).toMatchObject({ name: often, kind: 'syt', leads: true, visits: 1_000_000 })
    expect(await list(`search=${never}`)).toMatchObject([{ name: never, kind: 'syt', leads: false, visits: 0 }])
    expect(await outcome(callApi('GET', '/link/list', { as: await verifiedStudent() }))).toBe('forbidden')
  })
})
