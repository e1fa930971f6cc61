import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FRAMED_HOSTS, hostsOf, pageHeaders } from '../web/page-headers.ts'

const CONFIGURATION = 'ENVIRONMENT = "production"\nAPI_ORIGIN = "https://api.hessa.example"\n'
const policyOf = (shell: Record<string, string> = {}): Record<string, string[]> => {
  const line = /Content-Security-Policy: (.+)/.exec(pageHeaders(hostsOf(CONFIGURATION, shell)))?.[1] ?? ''
  return Object.fromEntries(
    line.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

describe('the content policy of the pages', () => {
  it('names hosts: no directive lets every server in', () => {
    for (const [name, sources] of Object.entries(policyOf({ LIVEKIT_URL: 'wss://media.hessa.example' }))) {
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

  it('names the media server where there is one, and the host that the shell says', () => {
    const media = { LIVEKIT_URL: 'wss://media.hessa.example', API_ORIGIN: 'https://api.staging.example' }
    expect(policyOf(media)['connect-src']).toEqual([
      "'self'",
      'https://api.staging.example',
      'wss://api.staging.example',
      'wss://media.hessa.example',
      'https://media.hessa.example',
    ])
  })

  it('frames the gateway of payments and nobody else', () => {
    const adapter = readFileSync(join(import.meta.dirname, '../worker/outside/fawry/settings.ts'), 'utf8')
    const gateways = [...new Set(adapter.match(/https:\/\/[\w.]+/g))]
    expect(gateways.length).toBeGreaterThan(0)
    expect(FRAMED_HOSTS).toEqual(gateways)
    expect(policyOf()['frame-src']).toEqual(["'self'", ...gateways])
  })

  it('is not made without the host of the API', () => {
    expect(() => hostsOf('', {})).toThrow('API_ORIGIN')
  })
})
