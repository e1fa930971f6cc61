import { useEffect, useState } from 'react'

/** Plays the other member's audio through the chosen loudspeaker. `isBlocked`: the browser allows it only after a press. */
export function useRemoteSound(track: MediaStreamTrack | null, speakerId: string | null) {
  const [player] = useState(() => new Audio())
  const [isBlocked, setIsBlocked] = useState(false)
  const play = () =>
    void player.play().then(
      () => setIsBlocked(false),
      (error: unknown) => setIsBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  useEffect(() => {
    if (!track) return
    player.srcObject = new MediaStream([track])
    void player.play().catch((error: unknown) => {
      setIsBlocked(error instanceof DOMException && error.name === 'NotAllowedError')
    })
    return () => {
      player.pause()
      player.srcObject = null
    }
  }, [player, track])
  useEffect(() => {
    if (speakerId && 'setSinkId' in player) void player.setSinkId(speakerId).catch(() => undefined)
  }, [player, speakerId])
  return { isBlocked, play }
}
