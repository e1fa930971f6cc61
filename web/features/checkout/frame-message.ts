import { useEffect, useEffectEvent } from 'react'

/** What the page in a provider's frame tells the checkout around it (docs/rules/screens.md 4.3). */
export type FrameMessage = { from: 'hessa-payment-frame'; isOk: boolean; code: string }

const FROM = 'hessa-payment-frame'

const isFrameMessage = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && 'from' in data && data.from === FROM

/** Only ever to a page of our own. */
export const tellAround = (isOk: boolean, code: string): void =>
  window.parent.postMessage({ from: FROM, isOk, code } satisfies FrameMessage, window.location.origin)

/** Anybody can post a message: only one of our own pages is listened to. */
export function useFrameMessage(onMessage: (message: FrameMessage) => void): void {
  const listen = useEffectEvent(({ origin, data }: MessageEvent<unknown>) => {
    if (origin === window.location.origin && isFrameMessage(data)) onMessage(data)
  })
  useEffect(() => {
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
}
