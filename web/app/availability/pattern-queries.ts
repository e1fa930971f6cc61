import { queryOptions } from '@tanstack/react-query'
import { readPattern, savePattern, stopPattern } from '#contract/calls/availability'
import type { Pattern } from '#domain/availability/pattern'
import { isLocalDay } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** A tutor's own weekly pattern. */
export const ownPattern = (userId: number) =>
  queryOptions({
    queryKey: [...keys.slots, 'pattern', userId],
    queryFn: async ({ signal }) => {
      const { pattern, openUntil } = await request(readPattern, {}, { signal })
      return {
        pattern: pattern && patternOf(pattern),
        openUntil: openUntil && isLocalDay(openUntil) ? openUntil : null,
      }
    },
  })

type WirePattern = {
  ranges: Pattern['ranges']
  season: { from: string; to: string; ranges: Pattern['ranges'] } | null
  daysOff: readonly string[]
}

function patternOf({ ranges, season, daysOff }: WirePattern): Pattern {
  const isWhole = season && isLocalDay(season.from) && isLocalDay(season.to)
  return {
    ranges,
    season: isWhole ? (season as Pattern['season']) : null,
    daysOff: daysOff.filter(isLocalDay),
  }
}

export const keepPattern = (pattern: Pattern) => request(savePattern, { body: pattern })
export const endPattern = () => request(stopPattern, {})
