import type { ReactNode } from 'react'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView, type ViewedQuery } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

type PersonSectionProps<Data> = {
  title: string
  text: string
  query: ViewedQuery<Data>
  /** What screen readers announce until the first answer. */
  loading: string
  /** What is said where there is nothing; false where there is something. */
  empty?: (data: Data) => string | false
  children: (data: Data) => ReactNode
}

/** A section of a person’s page that has a query of its own, and fails and loads by itself. */
export function PersonSection<Data>({ title, text, query, loading, empty, children }: PersonSectionProps<Data>) {
  return (
    <section className="mt-4">
      <SectionHeading title={title} text={text} />
      <Card>
        <QueryView
          query={query}
          loading={
            <Loading text={loading}>
              <Skeleton className="h-12" />
            </Loading>
          }
          empty={(data) => {
            const words = empty?.(data)
            return words && <p className="text-muted">{words}</p>
          }}
        >
          {children}
        </QueryView>
      </Card>
    </section>
  )
}
