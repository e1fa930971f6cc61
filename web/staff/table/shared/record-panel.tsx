import type { ReactNode } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../../../messages/messages.ts'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { QueryView, type ViewedQuery } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

type RecordPanelProps<Data> = Pick<DialogProps, 'title' | 'description' | 'onClose'> & {
  /** Null where there is no such record, or none that this account may see. */
  query: ViewedQuery<Data | null>
  /** Said while it is loading. */
  loading?: string
  /** Said where there is none. */
  missing?: ReactNode
  /** The buttons below it. */
  footer?: (record: Data) => ReactNode
  children: (record: Data) => ReactNode
}

/** One record above its list, fetched by the number in the address. */
export function RecordPanel<Data>({ query, loading, missing, footer, children, ...look }: RecordPanelProps<Data>) {
  const t = useMessages(ui)
  const { data } = query
  return (
    <Dialog open size="lg" {...look} footer={data == null ? undefined : footer?.(data)}>
      <QueryView
        query={query}
        loading={
          <Loading text={loading ?? t('loading')}>
            <Skeleton className="h-72 rounded-card" />
          </Loading>
        }
      >
        {(record) => (record === null ? missing : children(record))}
      </QueryView>
    </Dialog>
  )
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-bold">{title}</h3>
      {children}
    </section>
  )
}

/** A name with what the record has of it, in a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  )
}
