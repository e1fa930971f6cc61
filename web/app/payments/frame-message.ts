import { useEffect, useEffectEvent } from 'react'

/** The message of `/card-added`, inside the gateway's frame, to the checkout around it (docs/rules/screens.md 4.3). */
export type FrameMessage = { from: 'hessa-payment-frame'; isOk: boolean; code: string }

const FROM = 'hessa-payment-frame'

const isFrameMessage = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && 'from' in data && data.from === FROM

/** Delivered only to a page of our own origin. */
export const postToCheckout = (isOk: boolean, code: string): void =>
  window.parent.postMessage({ from: FROM, isOk, code } satisfies FrameMessage, window.location.origin)

/** Any page can post a message: only those of our own origin are read. */
export function useFrameMessage(onMessage: (message: FrameMessage) => void): void {
  const listen = useEffectEvent(({ origin, data }: MessageEvent<unknown>) => {
    if (origin === window.location.origin && isFrameMessage(data)) onMessage(data)
  })
  useEffect(() => {
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
}
