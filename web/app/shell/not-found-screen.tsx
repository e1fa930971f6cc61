import { BarePage } from './bare-page.tsx'
import { NoSuchScreen } from './no-such-screen.tsx'

/** The whole page, where no layout route matched the address. */
export function NotFoundScreen() {
  return (
    <BarePage>
      <NoSuchScreen />
    </BarePage>
  )
}
