import { Page } from '../../ui/page.tsx'
import { ReferralsList } from './shared/referrals-list.tsx'

/** Students who were brought by others, and what of it waits for a decision (docs/rules/minutes.md 12.7). */
export function ReferralsScreen() {
  return (
    <Page>
      <ReferralsList />
    </Page>
  )
}
