import { useNavigate } from '@tanstack/react-router'
import { SubscriptionsList } from '../payments/shared/subscriptions-list.tsx'
import type { TabProps } from './queries.ts'

/** The subscriptions of a student. */
export function SubscriptionsTab({ person }: TabProps) {
  const navigate = useNavigate()
  return <SubscriptionsList of={person} onOpenOrder={(open) => void navigate({ to: '/payments', search: { open } })} />
}
