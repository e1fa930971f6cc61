import { callSounds } from './call-sounds.ts'

/** The call's sounds, synthesized: files would have to be downloaded. */

let context: AudioContext | null = null

export function audioContext(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

type Note = { hertz: number; at: number; seconds: number }

function play(notes: readonly Note[], out: AudioNode, volume: number): void {
  const audio = audioContext()
  for (const { hertz, at, seconds } of notes) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()]
    const begin = audio.currentTime + at
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(volume, begin + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds)
    tone.connect(gain).connect(out)
    tone.start(begin)
    tone.stop(begin + seconds)
  }
}

const CHIMES = {
  joined: [
    { hertz: 587, at: 0, seconds: 0.25 },
    { hertz: 880, at: 0.12, seconds: 0.35 },
  ],
  left: [
    { hertz: 587, at: 0, seconds: 0.25 },
    { hertz: 392, at: 0.12, seconds: 0.35 },
  ],
  message: [{ hertz: 988, at: 0, seconds: 0.2 }],
} as const

/** Quieter than a voice, so that it does not drown out words. */
const CHIME_VOLUME = 0.07

/**
 * Plays a sound for joining, leaving or a message. Silent if the sounds are switched off, and before the first user
 * interaction with the page: browsers play nothing until then, and log an error.
 */
export function chime(kind: keyof typeof CHIMES): void {
  if (!callSounds.get() || !navigator.userActivation?.hasBeenActive) return
  play(CHIMES[kind], audioContext().destination, CHIME_VOLUME)
}

/** A short melody through the chosen loudspeaker. */
export async function testTone(speakerId: string | null): Promise<void> {
  const out = audioContext().createMediaStreamDestination()
  const player = new Audio()
  player.srcObject = out.stream
  if (speakerId && 'setSinkId' in player) await player.setSinkId(speakerId).catch(() => undefined)
  await player.play()
  play(
    [0, 0.25, 0.5, 0.75].map((at, place) => ({ hertz: [523, 659, 784, 1047][place] ?? 523, at, seconds: 0.4 })),
    out,
    0.3,
  )
}
