import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TransactionStatus } from '#domain/payments/transaction'
import { type Browser, openBrowser } from '../../browser-stand-in.ts'

const SECOND = 1000
const START = Date.parse('2026-03-01T10:00:00.000Z')

let browser: Browser
let reads: number
let order: { id: number; status: TransactionStatus; expiresAt: string | null }
let isOffline: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  browser = openBrowser()
  environmentManager.setIsServer(() => false)
  reads = 0
  isOffline = false
  order = { id: 5, status: TransactionStatus.New, expiresAt: null }
  vi.stubGlobal('fetch', async () => {
    reads++
    if (isOffline) throw new TypeError('Failed to fetch')
    return Response.json(order)
  })
})
afterEach(() => {
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function follow() {
  const { followedOrderQuery } = await import('./order-following.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
  const watcher = new QueryObserver(client, followedOrderQuery(5))
  const stop = watcher.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { stop, status: () => watcher.getCurrentResult().data?.status }
}

describe('an order that is followed', () => {
  it('is read every ten seconds until it is decided', async () => {
    const { status } = await follow()
    await vi.advanceTimersByTimeAsync(10 * SECOND - 1)
    expect(reads).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(reads).toBe(2)
    order.status = TransactionStatus.Paid
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect([reads, status()]).toEqual([3, TransactionStatus.Paid])
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(reads).toBe(3)
  })

  it('is read no more once it has expired', async () => {
    order.expiresAt = new Date(START + 25 * SECOND).toISOString()
    await follow()
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(reads).toBe(4)
  })

  it('is read on through a lost network', async () => {
    const { status } = await follow()
    isOffline = true
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    isOffline = false
    order.status = TransactionStatus.Paid
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(status()).toBe(TransactionStatus.Paid)
  })

  it('is read no more when nobody looks at it', async () => {
    const { stop } = await follow()
    stop()
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(reads).toBe(1)
  })
})

describe('returning to the page', () => {
  it('asks the provider once in ten seconds, and not when the page is left', async () => {
    const { onReturn } = await import('./order-following.ts')
    const ask = vi.fn()
    const stop = onReturn(ask)
    browser.show(false)
    expect(ask).not.toHaveBeenCalled()
    browser.show(true)
    browser.window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10 * SECOND - 1)
    browser.show(true)
    expect(ask).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    browser.window.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(2)
    stop()
    vi.advanceTimersByTime(60 * SECOND)
    browser.show(true)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
