import { type RefObject, useEffect, useState } from 'react'

/**
 * A browser may still be reading an image or a video that has just been removed, and would report a failure as an error.
 */
const READ_ON_MS = 10_000

const revokeLater = (url: string) => setTimeout(() => URL.revokeObjectURL(url), READ_ON_MS)

/** A `blob:` URL of the file, revoked after the file changes or the component unmounts; until then its memory is held. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => void revokeLater(created)
  }, [file])
  return url
}

/** Plays the file in the element, which releases it before the `blob:` URL is revoked. */
export function useFileSource(player: RefObject<HTMLMediaElement | null>, file: Blob): void {
  useEffect(() => {
    const element = player.current
    if (!element) return
    const created = URL.createObjectURL(file)
    element.src = created
    return () => {
      element.removeAttribute('src')
      element.load()
      revokeLater(created)
    }
  }, [player, file])
}
