import { OrdersList } from '../payments/shared/orders-list.tsx'
import type { TabProps } from './person-address.ts'

/** The payments of a student. */
export const PaymentsTab = ({ person }: TabProps) => <OrdersList of={person} />
