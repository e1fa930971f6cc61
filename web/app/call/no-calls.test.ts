import { expect, it } from 'vitest'
import { whyNoCalls } from './no-calls.ts'

const FACEBOOK =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0;]'
const OLD = 'Mozilla/5.0 (Linux; U; Android 4.4; ar-eg) AppleWebKit/534.30 UCBrowser/10'

it('a browser with WebRTC can hold calls, inside of another app too', () => {
  for (const userAgent of [FACEBOOK, OLD])
    expect(whyNoCalls({ RTCPeerConnection: class {}, navigator: { userAgent } })).toBeNull()
})

it('a browser without it is told apart by whether it can be left for another one', () => {
  expect(whyNoCalls({ navigator: { userAgent: FACEBOOK } })).toBe('inside-an-app')
  expect(whyNoCalls({ navigator: { userAgent: OLD } })).toBe('no-webrtc')
})
