import type * as z from 'zod/mini'
import type { answer, candidate, offer } from '#contract/live/session'
import { log } from '../../platform/log.ts'

export type Description = z.output<typeof offer> | z.output<typeof answer>
export type Candidate = z.output<typeof candidate>

/** The part of an RTCPeerConnection that negotiates. */
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
  receive: (description: Description) => Promise<void>
  receiveCandidate: (candidate: Candidate) => Promise<void>
}

type Deps = {
  /** Withdraws its own offer when both offer at once. */
  isPolite: boolean
  /** After the other side's offer and before the answer: tracks added here are part of the answer. */
  beforeAnswer: () => Promise<void>
  send: (description: RTCSessionDescription) => Promise<unknown>
  sendCandidate: (candidate: RTCIceCandidate) => void
}

/**
 * Perfect negotiation (WebRTC 1.0, section 10.7): either side may offer at any moment; of two offers at once the polite
 * side's is rolled back.
 */
export function negotiate(pc: Negotiable, { isPolite, beforeAnswer, send, sendCandidate }: Deps): Negotiation {
  let isMakingOffer = false
  let isSettingAnswer = false
  let isIgnoringOffer = false

  const makeOffer = async () => {
    try {
      isMakingOffer = true
      await pc.setLocalDescription()
      const made = pc.localDescription
      if (made) await send(made)
    } catch (error) {
      log.warning('call: no offer', error)
    } finally {
      isMakingOffer = false
    }
  }
  pc.onnegotiationneeded = () => void makeOffer()
  pc.onicecandidate = ({ candidate }) => {
    if (candidate) sendCandidate(candidate)
  }

  const receive = async (description: Description) => {
    const isReady = !isMakingOffer && (pc.signalingState === 'stable' || isSettingAnswer)
    const collides = description.type === 'offer' && !isReady
    isIgnoringOffer = !isPolite && collides
    if (isIgnoringOffer) return
    isSettingAnswer = description.type === 'answer'
    await pc.setRemoteDescription(description as RTCSessionDescriptionInit).finally(() => {
      isSettingAnswer = false
    })
    if (description.type !== 'offer') return
    await beforeAnswer()
    await pc.setLocalDescription()
    if (pc.localDescription) await send(pc.localDescription)
  }
  const receiveCandidate = async (candidate: Candidate) => {
    try {
      await pc.addIceCandidate(candidate as RTCIceCandidateInit)
    } catch (error) {
      // A candidate of an ignored offer fits no description that was set.
      if (!isIgnoringOffer) throw error
    }
  }
  return { receive, receiveCandidate }
}
