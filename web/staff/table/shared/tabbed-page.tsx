import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'

/** The tab that the address names, by the schema of its route. */
const useNamedTab = () => useSearch({ strict: false }).tab
type TabName = NonNullable<ReturnType<typeof useNamedTab>>

type TabbedPageProps<Name extends TabName> = {
  title: string
  /** Of the list of tabs, for screen readers. */
  label: string
  /** The first one is open unless the address names another. */
  tabs: Readonly<Record<Name, Omit<Tab<Name>, 'value'> & { content: ReactNode }>>
  /** Beside the title. */
  actions?: ReactNode
  /** Between the title and the tabs. */
  above?: ReactNode
}

/** A screen of several lists, one at a time. */
export function TabbedPage<Name extends TabName>({ title, label, tabs, actions, above }: TabbedPageProps<Name>) {
  const tab = useNamedTab()
  const navigate = useNavigate()
  const names = Object.keys(tabs) as Name[]
  const [first] = names
  const open = names.find((name) => name === tab) ?? first
  if (open === undefined) return null
  return (
    <Page>
      <PageHeader title={title} actions={actions} />
      {above}
      <Tabs
        label={label}
        tabs={names.map((value) => ({ value, ...tabs[value] }))}
        value={open}
        // Every tab has its own filters, so none are kept.
        onChange={(next) => void navigate({ to: '.', search: next === first ? {} : { tab: next } })}
      >
        <Fragment key={open}>{tabs[open].content}</Fragment>
      </Tabs>
    </Page>
  )
}
