import { type RefObject, useEffect, useState } from 'react'

/** A `blob:` URL of the file, revoked when the file changes or the component goes: until then its memory is held. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

/**
 * Plays the file in the element. The element lets go of the file before the `blob:` URL is revoked: a read that is still under
 * way would fail, which browsers report as an error of the network.
 */
export function useFileSource(player: RefObject<HTMLMediaElement | null>, file: Blob): void {
  useEffect(() => {
    const element = player.current
    if (!element) return
    const created = URL.createObjectURL(file)
    element.src = created
    return () => {
      element.removeAttribute('src')
      element.load()
      URL.revokeObjectURL(created)
    }
  }, [player, file])
}
