import { describe, expect, it } from 'vitest'
import { callApi, expectOk, row, run } from '#tests/people'

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
