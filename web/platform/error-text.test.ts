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

it.each([
  ['common', errors['invalid-password:common']],
  ['own', errors['invalid-password:own']],
  ['a reason of a newer server', errors['invalid-password']],
  [undefined, errors['invalid-password']],
])('says why a password was refused: %s', async (why, words) => {
  const { errorText } = await import('./error-text.ts')
  const { ApiError } = await import('./api.ts')
  const { setErrorWords } = await import('./error-words.ts')
  setErrorWords(errors)
  const refusal = new ApiError('invalid-password', 400, '', null, why === undefined ? undefined : { why })
  expect(errorText(refusal)).toBe(neutral(words))
})
