import type * as z from 'zod/mini'
import type { answer, candidate, offer } from '#contract/live/session'
import { log } from '../../platform/log.ts'

export type Description = z.output<typeof offer> | z.output<typeof answer>
export type Candidate = z.output<typeof candidate>

/** As much of a connection as the negotiation needs. */
type Negotiable = Pick<
  RTCPeerConnection,
  | 'addIceCandidate'
  | 'localDescription'
  | 'onicecandidate'
  | 'onnegotiationneeded'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'signalingState'
>

export type Negotiation = {
  hear: (description: Description) => Promise<void>
  hearCandidate: (candidate: Candidate) => Promise<void>
}

type Deps = {
  /** Gives way when both offer at once. */
  isPolite: boolean
  /** Before the answer to an offer is made: what is sent has its place then. */
  beforeAnswer: () => Promise<void>
  tell: (description: RTCSessionDescription) => Promise<unknown>
  tellCandidate: (candidate: RTCIceCandidate) => void
}

/**
 * Perfect negotiation (WebRTC 1.0, section 10.7): both sides may offer at any moment; of two offers at once the polite one
 * takes its own back.
 */
export function negotiate(pc: Negotiable, { isPolite, beforeAnswer, tell, tellCandidate }: Deps): Negotiation {
  let isOffering = false
  let isAnswered = false
  let isIgnoring = false

  const makeOffer = async () => {
    try {
      isOffering = true
      await pc.setLocalDescription()
      const made = pc.localDescription
      if (made) await tell(made)
    } catch (error) {
      log.warning('call: no offer', error)
    } finally {
      isOffering = false
    }
  }
  pc.onnegotiationneeded = () => void makeOffer()
  pc.onicecandidate = ({ candidate }) => {
    if (candidate) tellCandidate(candidate)
  }

  const hear = async (description: Description) => {
    const isReady = !isOffering && (pc.signalingState === 'stable' || isAnswered)
    const collides = description.type === 'offer' && !isReady
    isIgnoring = !isPolite && collides
    if (isIgnoring) return
    isAnswered = description.type === 'answer'
    await pc.setRemoteDescription(description as RTCSessionDescriptionInit).finally(() => {
      isAnswered = false
    })
    if (description.type !== 'offer') return
    await beforeAnswer()
    await pc.setLocalDescription()
    if (pc.localDescription) await tell(pc.localDescription)
  }
  const hearCandidate = async (candidate: Candidate) => {
    try {
      await pc.addIceCandidate(candidate as RTCIceCandidateInit)
    } catch (error) {
      if (!isIgnoring) throw error
    }
  }
  return { hear, hearCandidate }
}
