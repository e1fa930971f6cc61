import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaredCalls } from '#contract/all'
import { localKeys, localPayoutKeys } from '../dev/local-keys.ts'
import { WHATSAPP_TEMPLATES } from '../worker/messages/message.ts'

const root = resolve(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The first two cells of each row of a page's tables. */
const rowsOf = (page: string): [string, string][] =>
  [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, first = '', second = '']) => [first.trim(), second.trim()])

describe('the deployment guide', () => {
  const guide = rowsOf(textOf('docs/deploy.md'))

  it('names each WhatsApp template with the parameters that we send', () => {
    const listed = guide.filter(([name]) => name in WHATSAPP_TEMPLATES)
    expect(listed).toEqual(Object.entries(WHATSAPP_TEMPLATES).map(([name, params]) => [name, params.join(', ')]))
  })

  it('names each secret that a deployment is refused without', () => {
    const secrets = guide.filter(([, kind]) => kind === 'secret').flatMap(([names]) => names.split(', '))
    expect(secrets.toSorted()).toEqual(Object.keys(localKeys).toSorted())
  })

  it('names the address of each webhook', () => {
    const text = textOf('docs/deploy.md')
    const webhooks = declaredCalls.filter(({ may }) => /\.notify/.test(may)).map(({ path }) => path)
    expect(webhooks.length).toBeGreaterThan(4)
    expect(webhooks.filter((path) => !text.includes(`/api/v1${path}\``))).toEqual([])
  })

  it('names each secret of an account that a deployment may do without', () => {
    const secrets = guide.filter(([, kind]) => kind === 'optional secret').flatMap(([names]) => names.split(', '))
    expect(secrets.toSorted()).toEqual(Object.keys(localPayoutKeys).toSorted())
  })

  it('names each variable of wrangler.toml', () => {
    const [, vars = ''] = /^\[vars\]\n([\s\S]*?)\n\n/m.exec(textOf('wrangler.toml')) ?? []
    const variables = guide.filter(([, kind]) => kind === 'variable').flatMap(([names]) => names.split(', '))
    const set = [...vars.matchAll(/^(\w+) =/gm)].map(([, name = '']) => name)
    expect(set).toContain('API_ORIGIN')
    const optional = ['ENVIRONMENT', 'ICE_SERVERS']
    expect(set.filter((name) => !variables.includes(name) && !optional.includes(name))).toEqual([])
  })
})

describe('the rules of messages', () => {
  it('list the same templates and parameters', () => {
    const listed = rowsOf(textOf(join('docs', 'rules', 'messages.md'))).flatMap(([names, params]) =>
      names.split(', ').map((name) => [name, params]),
    )
    const sent = Object.entries(WHATSAPP_TEMPLATES).map(([name, params]) => [name, params.join(', ')])
    expect(listed.filter(([name = '']) => name in WHATSAPP_TEMPLATES).toSorted()).toEqual(sent.toSorted())
  })
})
