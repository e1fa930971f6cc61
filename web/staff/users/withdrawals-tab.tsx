import { RequestsList } from '../withdrawals/shared/requests-list.tsx'
import type { TabProps } from './queries.ts'

/** The withdrawal requests of a tutor. */
export const WithdrawalsTab = ({ person }: TabProps) => <RequestsList tab="all" of={person} />
