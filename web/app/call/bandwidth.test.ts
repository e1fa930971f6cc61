import { expect, it } from 'vitest'
import { fingerprintOf, withBandwidth } from './bandwidth.ts'

const SDP = [
  'v=0',
  'a=fingerprint:sha-256 AA:BB',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  'b=AS:30',
  'a=mid:1',
  '',
].join('\r\n')

it('limits one section, in place of what stood there', () => {
  const limited = withBandwidth(SDP, 1, 150)
  expect(limited).toContain(
    'm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\nb=AS:150\r\nb=TIAS:150000\r\na=mid:1',
  )
  expect(limited).not.toContain('b=AS:30')
  expect(limited.slice(0, limited.indexOf('m=video'))).not.toContain('b=')
})

it('takes a limit away', () => {
  expect(withBandwidth(SDP, 1, null)).not.toContain('b=')
})

it('knows a connection by its fingerprint', () => {
  expect(fingerprintOf(SDP)).toBe('sha-256 AA:BB')
  expect(fingerprintOf('v=0')).toBeNull()
})
