import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/all'
import { instant, listOf } from '#contract/fields'
import { encoder } from '../worker/http/encode.ts'

const AT = Date.parse('2026-02-12T10:00:00Z')
const ISO = '2026-02-12T10:00:00.000Z'

describe('an answer', () => {
  it('has its instants as text, wherever they stand', () => {
    const schema = z.object({
      list: z.array(z.object({ at: instant, name: z.string() })),
      last: z.nullable(instant),
      next: z.optional(z.object({ at: instant })),
    })
    expect(encoder(schema)({ list: [{ at: AT, name: 'a' }], last: null })).toEqual({
      list: [{ at: ISO, name: 'a' }],
      last: null,
    })
    expect(encoder(schema)({ list: [], last: AT, next: { at: AT } })).toEqual({
      list: [],
      last: ISO,
      next: { at: ISO },
    })
  })

  it('keeps the order of its fields, and changes nothing of what an act holds', () => {
    const held = { updatedAt: AT, id: 1, createdAt: AT }
    const encode = encoder(listOf(z.object({ id: z.int(), createdAt: instant, updatedAt: instant })))
    expect(JSON.stringify(encode({ list: [held], total: 1 }))).toBe(
      `{"list":[{"updatedAt":"${ISO}","id":1,"createdAt":"${ISO}"}],"total":1}`,
    )
    expect(held.createdAt).toBe(AT)
  })

  it('without an instant is the very value', () => {
    const answer = { id: 1 }
    expect(encoder(z.object({ id: z.int() }))(answer)).toBe(answer)
  })

  it('of every call can be encoded', () => {
    for (const { may, answer } of Object.values(calls)) expect(() => encoder(answer), may).not.toThrow()
    expect(() => encoder(z.union([instant, z.string()]))).toThrow('union')
  })
})
