import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPolicy, FRAMED_HOSTS, hostsOf, type PageHosts, secured } from '../web/edge/security-headers.ts'
import { filesOf, root } from './stage.ts'

const HOSTS: PageHosts = { api: 'https://api.hessa.example', media: null }
const policyOf = (hosts = HOSTS, nonce?: string): Record<string, string[]> =>
  Object.fromEntries(
    contentPolicy(hosts, nonce)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

const ASSETS = { fetch: async () => new Response() }
beforeEach(() => {
  vi.stubGlobal('API_ORIGIN', HOSTS.api)
  vi.stubGlobal('MEDIA_URL', null)
})

describe('the content policy of the pages', () => {
  it('names hosts: no directive allows every server', () => {
    for (const [name, sources] of Object.entries(policyOf({ ...HOSTS, media: 'wss://media.hessa.example' }))) {
      expect([name, sources.length > 0]).toEqual([name, true])
      for (const source of sources)
        expect([name, source]).toEqual([
          name,
          expect.stringMatching(/^(?:'(?:self|none)'|(?:https|wss):\/\/[\w.-]+|data:|blob:|'unsafe-inline')$/),
        ])
    }
    const policy = policyOf()
    for (const name of ['script-src', 'style-src', 'font-src', 'form-action', 'frame-ancestors', 'default-src'])
      expect([name, policy[name]]).toEqual([name, ["'self'"]])
    for (const name of ['object-src', 'base-uri']) expect([name, policy[name]]).toEqual([name, ["'none'"]])
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.hessa.example', 'wss://api.hessa.example'])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://api.hessa.example'])
  })

  it('lets the inline scripts of one answer in, and changes nothing else for them', () => {
    expect(policyOf(HOSTS, '1a2b')).toEqual({ ...policyOf(), 'script-src': ["'self'", "'nonce-1a2b'"] })
  })

  it('names the media server where there is one: the build’s, or another that the environment says', () => {
    vi.stubGlobal('MEDIA_URL', 'wss://media.hessa.example')
    expect(policyOf(hostsOf({ ASSETS }))['connect-src']).toEqual([
      "'self'",
      'https://api.hessa.example',
      'wss://api.hessa.example',
      'wss://media.hessa.example',
      'https://media.hessa.example',
    ])
    const staging = policyOf(hostsOf({ ASSETS, LIVEKIT_URL: 'wss://media.staging.example' }))
    expect(staging['connect-src']?.slice(3)).toEqual(['wss://media.staging.example', 'https://media.staging.example'])
  })

  it('frames the gateway of payments and nobody else', () => {
    const sources = filesOf('worker', /(?<!\.test)\.ts$/).map((file) => readFileSync(join(root, file), 'utf8'))
    const gateways = new Set(sources.flatMap((text) => text.match(/https:\/\/[\w.]*fawry[\w.]*/g) ?? []))
    expect(gateways.size).toBeGreaterThan(0)
    expect(FRAMED_HOSTS.toSorted()).toEqual([...gateways].sort())
    expect(policyOf()['frame-src']).toEqual(["'self'", ...FRAMED_HOSTS])
  })
})

it('every answer of a worker has the headers, and a page keeps the policy that it comes with', async () => {
  const answerOf = async (headers: Record<string, string>, status = 200) => {
    const worker = secured({ fetch: async () => new Response(null, { status, headers }) })
    return worker.fetch(new Request('https://app.hessa.example/'), { ASSETS }, { waitUntil: () => {} })
  }
  for (const status of [200, 302, 304, 404, 503]) {
    const answer = await answerOf({ etag: '"kept"' }, status)
    expect([answer.status, answer.headers.get('etag')]).toEqual([status, '"kept"'])
    expect(answer.headers.get('content-security-policy')).toBe(contentPolicy(HOSTS))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  }
  const page = await answerOf({ 'content-security-policy': "default-src 'none'" })
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'")
})
