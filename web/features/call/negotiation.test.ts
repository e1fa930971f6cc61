import { describe, expect, it } from 'vitest'
import { type Description, type Negotiation, negotiate } from './negotiation.ts'

type Told = { type: string; sdp: string }

/** A browser's connection, as far as the order of offers and answers goes. */
function fakeConnection(name: string) {
  const heard: string[] = []
  let made = 0
  const pc = {
    heard,
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
      heard.push(sdp ?? '')
      pc.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
    },
    addIceCandidate: async () => {
      if (heard.length === 0) throw new Error('no description yet')
    },
  }
  return pc
}

function pair() {
  const told: { to: 'leader' | 'follower'; description: Told }[] = []
  const make = (name: 'leader' | 'follower', isPolite: boolean) => {
    const pc = fakeConnection(name)
    const to = name === 'leader' ? 'follower' : 'leader'
    const negotiation = negotiate(pc as unknown as RTCPeerConnection, {
      isPolite,
      beforeAnswer: async () => undefined,
      tell: async ({ type, sdp }) => told.push({ to, description: { type, sdp } }),
      tellCandidate: () => undefined,
    })
    return { pc, negotiation }
  }
  const sides = { leader: make('leader', false), follower: make('follower', true) }
  const deliver = async () => {
    for (let next = told.shift(); next; next = told.shift())
      await (sides[next.to].negotiation as Negotiation).hear(next.description as Description)
  }
  return { ...sides, deliver }
}

const settle = () => new Promise((done) => setTimeout(done, 0))

describe('agreeing on a connection', () => {
  it('an offer is answered', async () => {
    const { leader, follower, deliver } = pair()
    leader.pc.onnegotiationneeded?.()
    await settle()
    await deliver()
    expect(follower.pc.heard).toEqual(['leader offer 1'])
    expect(leader.pc.heard).toEqual(['follower answer 1'])
  })

  it('of two offers at once the polite one is given up', async () => {
    const { leader, follower, deliver } = pair()
    leader.pc.onnegotiationneeded?.()
    follower.pc.onnegotiationneeded?.()
    await settle()
    await deliver()
    expect(follower.pc.heard).toEqual(['leader offer 1'])
    expect(leader.pc.heard).toEqual(['follower answer 2'])
    expect([leader.pc.signalingState, follower.pc.signalingState]).toEqual(['stable', 'stable'])
  })

  it('a candidate of an offer that was passed over is passed over too, any other must fit', async () => {
    const { leader, deliver, follower } = pair()
    await expect(leader.negotiation.hearCandidate({})).rejects.toThrow()
    leader.pc.onnegotiationneeded?.()
    await settle()
    await leader.negotiation.hear({ type: 'offer', sdp: 'of the follower' })
    await expect(leader.negotiation.hearCandidate({})).resolves.toBeUndefined()
    await deliver()
    expect(follower.pc.heard).toHaveLength(1)
  })
})
