import { describe, expect, it, vi } from 'vitest'
import { callApi, expectOk, newStudent, outcome, type Person } from '#tests/people'

const CRASH = {
  host: 'app.hessa.example',
  screen: '/s/settings',
  message: 'x is not a function',
  stack: 'TypeError: x\n  at y',
}
const report = (as: Person | null, ip: string, more: object = {}) =>
  callApi('POST', '/report/crash', { as, body: { ...CRASH, ...more }, headers: { 'cf-connecting-ip': ip } })

describe('the report of a crash', () => {
  it('is a line of the log, found by the number that the person reads', async () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sara = await newStudent()
    for (const as of [null, sara]) {
      const { number } = await expectOk<{ number: string }>(report(as, '10.9.0.1'))
      const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
      const found = logged.find(({ event, requestId }) => event === 'client-error' && requestId === number)
      expect(found).toMatchObject({ level: 'error', ...CRASH })
      expect(found?.actor).toBe(as?.id)
    }
    lines.mockRestore()
  })

  it('is limited for each network, and never longer than a line may be', async () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await outcome(report(null, '10.9.0.2', { stack: 'x'.repeat(8001) }))).toBe('bad-request')
    const all = await Promise.all(Array.from({ length: 21 }, () => outcome(report(null, '10.9.0.3'))))
    expect(all).toContain('too-many-requests')
    expect(await outcome(report(null, '10.9.0.4'))).toBe('ok')
    lines.mockRestore()
  })
})
