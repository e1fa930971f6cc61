/** What may be missing for a call, as a window has it. */
type Browser = { RTCPeerConnection?: unknown; navigator: { userAgent: string } }

/** Browsers inside of other apps: they lack calls, or may not ask for the camera. */
const INSIDE_AN_APP = /FBAN|FBAV|FB_IAB|Instagram|Messenger|MicroMessenger|TikTok|musical_ly|Snapchat|; wv\)/

/**
 * Why this browser cannot hold calls; null when it can. `inside-an-app`: an in-app browser, which the user can leave by the
 * app's menu.
 */
export function whyNoCalls(browser: Browser): 'inside-an-app' | 'no-webrtc' | null {
  if (browser.RTCPeerConnection) return null
  return INSIDE_AN_APP.test(browser.navigator.userAgent) ? 'inside-an-app' : 'no-webrtc'
}
