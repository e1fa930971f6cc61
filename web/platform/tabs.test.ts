import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../browser-stand-in.ts'
import { inOneTab, openTabChannel } from './tabs.ts'

const forbidden = () => {
  throw new DOMException('forbidden', 'SecurityError')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a channel to the other tabs', () => {
  it('brings what one tab posts to the others', () => {
    openBrowser()
    const heard = vi.fn()
    openTabChannel('room', heard)
    openTabChannel('room', () => undefined).post('changed')
    expect(heard).toHaveBeenCalledOnce()
  })

  it.each([
    [
      'forbidden',
      class {
        constructor() {
          forbidden()
        }
      },
    ],
    ['missing', undefined],
    ['null', null],
  ])('is silent in a browser where it is %s', (_, BroadcastChannel) => {
    vi.stubGlobal('BroadcastChannel', BroadcastChannel)
    const channel = openTabChannel('room', () => undefined)
    channel.post('changed')
    channel.close()
  })
})

describe('work for one tab at a time', () => {
  it.each([
    ['are missing', undefined],
    ['are null', null],
    ['throw', { request: forbidden }],
    ['are refused', { request: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) }],
  ])('is done where locks %s', async (_, locks) => {
    vi.stubGlobal('navigator', { locks })
    const work = vi.fn(async () => undefined)
    await inOneTab('outbox', work)
    expect(work).toHaveBeenCalledOnce()
  })

  it('that fails is not done again', async () => {
    vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<void>) => work() } })
    const work = vi.fn(() => Promise.reject(new Error('broken')))
    await expect(inOneTab('outbox', work)).rejects.toThrow('broken')
    expect(work).toHaveBeenCalledOnce()
  })
})
