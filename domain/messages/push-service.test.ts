import { describe, expect, it } from 'vitest'
import { isPushEndpoint, MAX_ENDPOINT } from './push-service.ts'

describe('the address of a push subscription', () => {
  it('is one of a browser’s push service', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-db5p.notify.windows.com/w/?token=abc',
    ])
      expect([endpoint, isPushEndpoint(endpoint)]).toEqual([endpoint, true])
  })

  it('is no other address to which the server could be tricked into posting', () => {
    for (const endpoint of [
      '',
      'fcm.googleapis.com/fcm/send/abc',
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/fcm/send/abc',
      'https://someone@fcm.googleapis.com/fcm/send/abc',
      'https://:secret@fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com/fcm/send/abc#part',
      'https://fcm.googleapis.com.evil.example/fcm/send/abc',
      'https://fcm.googleapis.com./fcm/send/abc',
      'https://evil.example/fcm.googleapis.com',
      'https://evilfcm.googleapis.com/fcm/send/abc',
      'https://evilnotify.windows.com/w/',
      'https://notify.windows.com/w/',
      'https://evil.example\\.notify.windows.com/w/',
      'https://fcm.googleapis.com\n/fcm/send/abc',
      'https://127.0.0.1/fcm/send/abc',
      'https://[::1]/fcm/send/abc',
      'https://localhost/fcm/send/abc',
      'https://169.254.169.254/latest/meta-data',
      'ftp://fcm.googleapis.com/fcm/send/abc',
      'javascript:alert(1)',
      'x-https://fcm.googleapis.com/fcm/send/abc',
    ])
      expect([endpoint, isPushEndpoint(endpoint)]).toEqual([endpoint, false])
  })

  it('is no longer than its column', () => {
    const start = 'https://web.push.apple.com/'
    expect(isPushEndpoint(start + 'a'.repeat(MAX_ENDPOINT - start.length))).toBe(true)
    expect(isPushEndpoint(start + 'a'.repeat(MAX_ENDPOINT - start.length + 1))).toBe(false)
  })
})
