import { expect, it } from 'vitest'
import { address, headersWith, pathWith } from './address.ts'

const list = address('GET', '/user/:id/lessons')
const readBack = (query: Record<string, unknown>) => {
  const [, search = ''] = pathWith(list, { params: { id: 7 }, query }).split('?')
  return search.split('&').map((pair) => pair.split('=').map(decodeURIComponent))
}

it('puts parameters into the path, escaped', () => {
  expect(pathWith(list, { params: { id: 'a/b?c' } })).toBe('/user/a%2Fb%3Fc/lessons')
})

it('sends lists, ranges and text as the server reads them, and leaves out what is absent or empty', () => {
  expect(
    readBack({ users: [1, 2], start: { gte: 'x', lte: undefined }, search: 'منى & 5 %', none: null, empty: '' }),
  ).toEqual([
    ['users[]', '1'],
    ['users[]', '2'],
    ['start[gte]', 'x'],
    ['search', 'منى & 5 %'],
  ])
})

it('can be made of any text: half a character is replaced, control characters are left out', () => {
  expect(readBack({ search: 'a\ud83d\u0000b' })).toEqual([['search', 'a\ufffdb']])
})

it('says a key, a version and a reason in any language by headers, and nothing that is absent', () => {
  expect(headersWith({ idempotencyKey: 'k', version: '2026-01-01T00:00:00.000Z', reason: 'طلب بالتليفون' })).toEqual({
    'idempotency-key': 'k',
    'if-match': '"2026-01-01T00:00:00.000Z"',
    'x-reason': encodeURIComponent('طلب بالتليفون'),
  })
  expect(headersWith({})).toEqual({})
})
