import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { BarePage } from './bare-page.tsx'

type StatusProps = { icon: Icon; title: string; text: string; children: ReactNode }

/** A whole page that says one thing and offers the ways on. */
export function StatusScreen({ icon, title, text, children }: StatusProps) {
  return (
    <BarePage>
      <EmptyState icon={icon} headingLevel={1} title={title} text={text} action={children} />
    </BarePage>
  )
}
