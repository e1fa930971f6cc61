import { describe, expect, it } from 'vitest'
import { readChatTarget } from './search-params.ts'

describe('the address of a conversation', () => {
  it('names a room, or a person to talk to', () => {
    expect(readChatTarget(12)).toEqual({ roomId: 12 })
    expect(readChatTarget('12')).toEqual({ roomId: 12 })
    expect(readChatTarget('t-5')).toEqual({ personId: 5 })
  })

  it('names nothing where it is missing or mistyped', () => {
    for (const room of [undefined, '', 'x', 't-', '-1', '0', '1.5', 't-t-1']) expect(readChatTarget(room)).toBeNull()
  })
})
