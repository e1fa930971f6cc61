import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getPlan } from '#contract/calls/plans'
import { errors } from '#messages/errors'
import { ui } from '#messages/ui'
import { openBrowser } from '../browser-stand-in.ts'
import { neutral } from '../messages/neutral.ts'

beforeEach(() => {
  openBrowser()
})
afterEach(() => vi.unstubAllGlobals())

it('has the sentence of a refusal as soon as it is caught, and a general one until something was refused', async () => {
  const { codeText, errorText } = await import('./error-text.ts')
  const { request } = await import('./api.ts')
  expect(codeText('plan-not-found')).toBe(neutral(ui.error.text))
  vi.stubGlobal('fetch', async () => Response.json({ code: 'plan-not-found' }, { status: 404 }))
  const text = await request(getPlan, { params: { id: 1 } }).catch(errorText)
  expect(text).toBe(neutral(errors['plan-not-found']))
})
