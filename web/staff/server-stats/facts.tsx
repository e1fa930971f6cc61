import type { ReactNode } from 'react'
import { Card, SectionHeading } from '../../ui/card.tsx'

type FactsProps = {
  title: string
  text?: string
  facts: readonly { key: string; label: ReactNode; value: ReactNode }[]
  /** Below the facts, or in their place. */
  children?: ReactNode
}

/** A card of names with figures. */
export function Facts({ title, text, facts, children }: FactsProps) {
  return (
    <Card>
      <SectionHeading title={title} text={text} />
      {facts.length > 0 && (
        <dl className="flex flex-col">
          {facts.map(({ key, label, value }) => (
            <div key={key} className="flex items-baseline justify-between gap-4 border-line border-t py-2">
              <dt className="min-w-0 break-words text-muted">{label}</dt>
              <dd translate="no" className="figures font-semibold">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Card>
  )
}
