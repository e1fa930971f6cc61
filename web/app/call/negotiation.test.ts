import { describe, expect, it } from 'vitest'
import { type Description, type Negotiation, negotiate } from './negotiation.ts'

type Sent = { type: string; sdp: string }

/** A browser's connection, as far as the order of offers and answers goes. */
function fakeConnection(name: string) {
  const received: string[] = []
  let made = 0
  const pc = {
    received,
    signalingState: 'stable' as RTCSignalingState,
    localDescription: null as RTCSessionDescription | null,
    onicecandidate: null,
    onnegotiationneeded: null as (() => void) | null,
    setLocalDescription: async () => {
      const type = pc.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
      pc.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
      pc.localDescription = { type, sdp: `${name} ${type} ${++made}` } as RTCSessionDescription
    },
    setRemoteDescription: async ({ type, sdp }: RTCSessionDescriptionInit) => {
      if (type === 'answer' && pc.signalingState !== 'have-local-offer') throw new Error('an answer to nothing')
      received.push(sdp ?? '')
      pc.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
    },
    addIceCandidate: async () => {
      if (received.length === 0) throw new Error('no description yet')
    },
  }
  return pc
}

function pair() {
  const sent: { to: 'initiator' | 'other'; description: Sent }[] = []
  const make = (name: 'initiator' | 'other', isPolite: boolean) => {
    const pc = fakeConnection(name)
    const to = name === 'initiator' ? 'other' : 'initiator'
    const negotiation = negotiate(pc as unknown as RTCPeerConnection, {
      isPolite,
      beforeAnswer: async () => undefined,
      send: async ({ type, sdp }) => sent.push({ to, description: { type, sdp } }),
      sendCandidate: () => undefined,
    })
    return { pc, negotiation }
  }
  const sides = { initiator: make('initiator', false), other: make('other', true) }
  const deliver = async () => {
    for (let next = sent.shift(); next; next = sent.shift())
      await (sides[next.to].negotiation as Negotiation).receive(next.description as Description)
  }
  return { ...sides, deliver }
}

const settle = () => new Promise((done) => setTimeout(done, 0))

describe('agreeing on a connection', () => {
  it('an offer is answered', async () => {
    const { initiator, other, deliver } = pair()
    initiator.pc.onnegotiationneeded?.()
    await settle()
    await deliver()
    expect(other.pc.received).toEqual(['initiator offer 1'])
    expect(initiator.pc.received).toEqual(['other answer 1'])
  })

  it('of two offers at once the polite one is given up', async () => {
    const { initiator, other, deliver } = pair()
    initiator.pc.onnegotiationneeded?.()
    other.pc.onnegotiationneeded?.()
    await settle()
    await deliver()
    expect(other.pc.received).toEqual(['initiator offer 1'])
    expect(initiator.pc.received).toEqual(['other answer 2'])
    expect([initiator.pc.signalingState, other.pc.signalingState]).toEqual(['stable', 'stable'])
  })

  it('a candidate of an ignored offer is ignored too, and any other must fit', async () => {
    const { initiator, deliver, other } = pair()
    await expect(initiator.negotiation.receiveCandidate({})).rejects.toThrow('no description yet')
    initiator.pc.onnegotiationneeded?.()
    await settle()
    await initiator.negotiation.receive({ type: 'offer', sdp: 'of the other' })
    await expect(initiator.negotiation.receiveCandidate({})).resolves.toBeUndefined()
    await deliver()
    expect(other.pc.received).toHaveLength(1)
  })
})
