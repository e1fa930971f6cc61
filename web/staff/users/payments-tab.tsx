import { OrdersList } from '../payments/shared/orders-list.tsx'
import type { TabProps } from './queries.ts'

/** The payments of a student. */
export const PaymentsTab = ({ person }: TabProps) => <OrdersList of={person} />
