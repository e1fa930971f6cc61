import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { OfferBanner } from '../offer-banner.tsx'
import { waitsQuery } from '../waits.ts'

/** On the home: what is offered to the student; nothing otherwise. */
export function Offers() {
  const me = useMe()
  const now = useNow(20_000)
  const { data } = useQuery(waitsQuery(me.id))
  return data?.list.map((wait) => <OfferBanner key={wait.tutor.id} wait={wait} now={now} />)
}
