import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const device = Date.parse('2026-03-01T10:00:00Z')
const minute = 60_000

describe("the server's time", () => {
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers({ now: device })
  })
  afterEach(() => vi.useRealTimers())

  const learned = async (server: number) => {
    const time = await import('./clock.ts')
    time.learnServerTime(new Date(server).toISOString(), device, device)
    return time
  }

  it("is the device's as long as they agree within the way of an answer", async () => {
    const { now, serverClockOffset } = await learned(device + 2000)
    expect(serverClockOffset.get()).toBe(0)
    expect(now()).toBe(device)
  })

  it('is kept on a device whose clock is wrong', async () => {
    expect((await learned(device + 3 * minute)).now()).toBe(device + 3 * minute)
  })

  it('is learned again when it moves, and not from an answer without it', async () => {
    const { learnServerTime, now } = await learned(device - 10 * minute)
    learnServerTime(null, device, device)
    expect(now()).toBe(device - 10 * minute)
    learnServerTime(new Date(device).toISOString(), device, device)
    expect(now()).toBe(device)
  })
})
