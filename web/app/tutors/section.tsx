import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

type SectionProps = { title: string; children: ReactNode; className?: string }

/** A titled part of a tutor's profile. */
export function Section({ title, children, className = '' }: SectionProps) {
  return (
    <Card padding="lg" className={className}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  )
}
