import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StaffAddress } from './kinds.ts'

/** A link to an address that is chosen at run time. */
export function StaffLink({ to, className, children }: { to: StaffAddress; className?: string; children: ReactNode }) {
  return (
    <Link {...to} className={className}>
      {children}
    </Link>
  )
}
