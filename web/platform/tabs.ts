/**
 * What the tabs of one origin do together. A browser that forbids storage may forbid this too (the constructor throws, a request is
 * rejected), and one inside another app may have none: each tab then works alone.
 */
export type TabChannel = { post: (text: string) => void; close: () => void }

/** Opens a channel to the other tabs; `onMessage` is called for whatever one of them posts. */
export function openTabChannel(name: string, onMessage: () => void): TabChannel {
  try {
    const channel = new BroadcastChannel(name)
    channel.onmessage = onMessage
    return { post: (text) => channel.postMessage(text), close: () => channel.close() }
  } catch {
    return { post: () => undefined, close: () => undefined }
  }
}

/** Does the work in one tab at a time. */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false
  try {
    await navigator.locks.request(name, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    await work()
  }
}
