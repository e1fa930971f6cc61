import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOOKMARK } from '#domain/http-caching'
import { type Browser, openBrowser } from '../browser-stand-in.ts'

type Sent = { path: string; authorization: string | null; bookmark: string | null; keepalive: boolean }

let browser: Browser
let sent: Sent[]
/** What the server answers to a path with a token; without one the network is gone. */
let answer: (request: Sent) => Response | null

const claims = (name: string) => btoa(JSON.stringify({ id: 7, iat: 0, exp: 2_000_000_000, jti: name }))
const tokenNamed = (name: string) => `head.${claims(name)}.${name}`
const nameOf = ({ authorization }: Sent) => authorization?.split('.').at(-1) ?? 'guest'
const refused = (code = 'unauthorized') => Response.json({ code, message: code }, { status: 401 })
const storedName = () => {
  const stored = localStorage.getItem('hessa.token')
  return stored === null ? null : (JSON.parse(stored) as { value: string }).value.split('.').at(-1)
}
const store = (name: string) =>
  localStorage.setItem('hessa.token', JSON.stringify({ type: 'Bearer', value: tokenNamed(name) }))
const asked = () => sent.map((one) => `${one.path.split('/').at(-1)} ${nameOf(one)}`)

beforeEach(() => {
  browser = openBrowser()
  sent = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    const one = {
      path: new URL(address).pathname,
      authorization: headers.authorization ?? null,
      bookmark: headers[BOOKMARK] ?? null,
      keepalive: init.keepalive ?? false,
    }
    sent.push(one)
    const response = answer(one)
    if (!response) throw new TypeError('Failed to fetch')
    return response
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const settle = () => new Promise((done) => setTimeout(done, 0))

describe('a request whose token is refused', () => {
  const me = async () => {
    const [{ request }, { currentUser }] = [await import('./api.ts'), await import('#contract/calls/users')]
    return request(currentUser, {})
  }

  it('is made once more with the token of a refresh, asked for once by all that were refused', async () => {
    store('old')
    answer = (one) => {
      if (one.path.endsWith('/refresh-token')) return Response.json(tokenNamed('new'))
      return nameOf(one) === 'new' ? Response.json({ id: 7 }) : refused()
    }
    expect(await Promise.all([me(), me()])).toEqual([{ id: 7 }, { id: 7 }])
    expect(asked().filter((one) => one.startsWith('refresh-token'))).toEqual(['refresh-token old'])
    expect(storedName()).toBe('new')
  })

  it('takes the token that another tab has stored, without a refresh', async () => {
    store('old')
    answer = (one) => {
      store('other')
      return nameOf(one) === 'other' ? Response.json({ id: 7 }) : refused()
    }
    expect(await me()).toEqual({ id: 7 })
    expect(asked().map((one) => one.split(' ')[1])).toEqual(['old', 'other'])
  })

  it('signs out where there is no newer one, and says why', async () => {
    store('old')
    answer = () => refused()
    const { onTokenChange } = await import('./auth-token.ts')
    const changes: string[] = []
    onTokenChange((change) => changes.push(change))
    await expect(me()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect([storedName(), changes.at(-1)]).toEqual([null, 'refused'])
  })

  it('does not sign out a person who has signed in meanwhile', async () => {
    store('old')
    answer = (one) => {
      if (one.path.endsWith('/refresh-token')) store('other')
      return refused()
    }
    await expect(me()).rejects.toMatchObject({ status: 401 })
    expect(storedName()).toBe('other')
  })

  it('keeps the token where the code is about a password', async () => {
    store('old')
    answer = () => refused('wrong-password')
    await expect(me()).rejects.toMatchObject({ code: 'wrong-password' })
    expect([storedName(), sent.length]).toEqual(['old', 1])
  })

  it('keeps the token where the network is gone', async () => {
    store('old')
    answer = () => null
    await expect(me()).rejects.toMatchObject({ code: 'network', status: 0 })
    expect([storedName(), sent.length]).toEqual(['old', 1])
  })
})

describe('signing out', () => {
  it('forgets the token at once and ends the session at the server with it, though the page is left', async () => {
    store('mine')
    answer = () => new Response(null, { status: 204 })
    const { signOut } = await import('./sign-out.ts')
    signOut()
    expect(storedName()).toBeNull()
    await settle()
    expect(sent.map((one) => [nameOf(one), one.keepalive])).toEqual([['mine', true]])
  })

  it('without a network is tried again each time the network is back, until the server has answered', async () => {
    store('mine')
    answer = () => null
    const { signOut } = await import('./sign-out.ts')
    signOut()
    await settle()
    browser.window.dispatchEvent(new Event('online'))
    await settle()
    answer = () => new Response(null, { status: 204 })
    browser.window.dispatchEvent(new Event('online'))
    await settle()
    browser.window.dispatchEvent(new Event('online'))
    await settle()
    expect([sent.map(nameOf), storedName()]).toEqual([['mine', 'mine', 'mine'], null])
  })

  it('that the server refuses is over, and leaves the token of who signed in since', async () => {
    store('mine')
    answer = () => refused()
    const { signOut } = await import('./sign-out.ts')
    signOut()
    const { storeToken } = await import('./auth-token.ts')
    storeToken(tokenNamed('next'))
    await settle()
    browser.window.dispatchEvent(new Event('online'))
    await settle()
    expect([sent.map(nameOf), storedName()]).toEqual([['mine'], 'next'])
  })
})

describe('the bookmark of a tab’s writes', () => {
  const request = async () => (await import('./api.ts')).request
  const read = async () => (await request())((await import('#contract/calls/plans')).listPlans, {})
  const signOut = async () => (await request())((await import('#contract/calls/auth')).signOut, {})

  it('is sent with what the tab reads as a guest, after a reload too, and with no request that has a token', async () => {
    let written: string | null = null
    answer = () => Response.json({ list: [] }, written === null ? {} : { headers: { [BOOKMARK]: written } })
    await read()
    store('mine')
    vi.resetModules()
    for (const bookmark of ['0002', '0001']) {
      written = bookmark
      await signOut()
    }
    written = null
    await read()
    localStorage.removeItem('hessa.token')
    vi.resetModules()
    await read()
    expect(sent.map(({ bookmark }) => bookmark)).toEqual([null, null, null, null, '0002'])
  })
})
