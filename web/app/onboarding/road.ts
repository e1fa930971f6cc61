import type { Onboarding } from '#contract/onboarding'
import { StationState } from '#domain/onboarding/stations'
import type { onboarding } from '#messages/onboarding'

/** The profile, which comes first, and the four stations of the server in their order. */
export type RoadStation = keyof typeof onboarding.stations

export const ROAD = [
  'profile',
  'introVideo',
  'interview',
  'demoSession',
  'photoSession',
] as const satisfies RoadStation[]

export type Standings = Record<RoadStation, StationState>

export const standingsOf = ({ profile, introVideo, interview, demoSession, photoSession }: Onboarding): Standings => ({
  profile: profile.isComplete ? StationState.Passed : StationState.Open,
  introVideo: introVideo.state,
  interview: interview.state,
  demoSession: demoSession.state,
  photoSession: photoSession.state,
})

/** The first station that has not been passed; null where all have. */
export const currentStation = (standings: Standings): RoadStation | null =>
  ROAD.find((station) => standings[station] !== StationState.Passed) ?? null

export const passedCount = (standings: Standings): number =>
  ROAD.filter((station) => standings[station] === StationState.Passed).length

/** What staff have decided since the standings were last looked at. */
export function newsOf(
  before: Standings,
  after: Standings,
): { station: RoadStation; type: 'passed' | 'rejected' } | null {
  const { Passed, Rejected } = StationState
  for (const station of ROAD) {
    if (before[station] === after[station]) continue
    if (after[station] === Passed) return { station, type: 'passed' }
    if (after[station] === Rejected) return { station, type: 'rejected' }
  }
  return null
}
