import { useEffect, useState } from 'react'
import { audioContext } from './sound.ts'

const EVERY_MS = 120
/** The level is rounded to this many steps, and an unchanged step does not re-render. */
const STEPS = 12
/** Speech through an ordinary microphone fills the meter at about a quarter of the full range. */
const GAIN = 4

/** How loud a track is now, from 0 to 1; 0 without a track. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const audio = audioContext()
    const source = audio.createMediaStreamSource(new MediaStream([track]))
    const analyser = audio.createAnalyser()
    analyser.fftSize = 512
    source.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      setLevel(Math.min(1, Math.round(Math.sqrt(power) * GAIN * STEPS) / STEPS))
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      source.disconnect()
      setLevel(0)
    }
  }, [track])
  return track ? level : 0
}
