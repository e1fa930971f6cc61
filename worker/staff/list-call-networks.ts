import { and, eq, getTableColumns } from 'drizzle-orm'
import type { listCallNetworks } from '#contract/call-quality'
import { callNetworks } from '#db/schema/call-minutes'
import { type ReadRequest, reading } from '../http/bind.ts'
import { numberFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'

const { routed, relayed, lossSum, lossMinutes, roundTripSum, roundTripMinutes, ...COLUMNS } =
  getTableColumns(callNetworks)

/** How calls were by network operator and class of device (docs/rules/staff.md 17.1). */
export const listNetworks = reading(
  ({ query, db }: ReadRequest<typeof listCallNetworks>) => {
    const { device, measured } = query
    const where = and(
      device === undefined ? undefined : eq(callNetworks.device, device),
      numberFilter(callNetworks.measured, measured),
    )
    return [
      countStatement(db, callNetworks, where),
      db
        .select(COLUMNS)
        .from(callNetworks)
        .where(where)
        .orderBy(...orderTerms(callNetworks, callNetworks.operator, query), callNetworks.device)
        .limit(query.size)
        .offset(offsetOf(query)),
    ]
  },
  async (_, [counted, list]) => ({ list, ...countOf(counted) }),
)
