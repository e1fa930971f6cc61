import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'

/** The tab that the address names, by the schema of its route. */
const useNamedTab = () => useSearch({ strict: false }).tab
type TabName = NonNullable<ReturnType<typeof useNamedTab>>

type TabContent = Omit<Tab<string>, 'value'> & { content: ReactNode }

type TabbedPageProps<Name extends TabName> = {
  title: string
  /** Of the list of tabs, for screen readers. */
  label: string
  /** The first one is open unless the address names another; null for one that is not shown here. */
  tabs: Readonly<Record<Name, TabContent | null>>
  /** Beside the title. */
  actions?: ReactNode
  /** Between the title and the tabs. */
  above?: ReactNode
}

/** A screen of several lists, one at a time. */
export function TabbedPage<Name extends TabName>({ title, label, tabs, actions, above }: TabbedPageProps<Name>) {
  const tab = useNamedTab()
  const navigate = useNavigate()
  const shown = (Object.keys(tabs) as Name[]).flatMap((value) => {
    const content = tabs[value]
    return content ? [{ value, ...content }] : []
  })
  const [first] = shown
  const open = shown.find(({ value }) => value === tab) ?? first
  if (open === undefined) return null
  return (
    <Page>
      <PageHeader title={title} actions={actions} />
      {above}
      <Tabs
        label={label}
        tabs={shown}
        value={open.value}
        // Every tab has its own filters, so none are kept.
        onChange={(next) => void navigate({ to: '.', search: next === first?.value ? {} : { tab: next } })}
      >
        <Fragment key={open.value}>{open.content}</Fragment>
      </Tabs>
    </Page>
  )
}
