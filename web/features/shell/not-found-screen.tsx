import { BarePage } from './bare-page.tsx'
import { NoSuchScreen } from './no-such-screen.tsx'

/** The whole page, where no part of the address was known. */
export function NotFoundScreen() {
  return (
    <BarePage>
      <NoSuchScreen />
    </BarePage>
  )
}
