import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'
import { stepByKey } from './logical-keys.ts'

export type Tab<V extends string> = {
  value: V
  label: ReactNode
  icon?: Icon
  /** Something in there wants attention; say in words what. */
  important?: string
  disabled?: boolean
}

export type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  /** Screens keep it in `?tab=`. */
  onChange: (value: V) => void
  /** The contents of the tab that is open. */
  children: ReactNode
}

/** Sections of a screen, one at a time. Arrow keys walk along the reading direction and open what they reach. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const open = tabs.filter((tab) => !tab.disabled)
    const at = open.findIndex((tab) => tab.value === value)
    const next = open[stepByKey(event, at, open.length)]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={walk}
        className="no-scrollbar -mx-1 flex gap-1 overflow-x-auto border-line border-b px-1"
      >
        {tabs.map((tab) => (
          <TabButton key={tab.value} tab={tab} id={id} isOpen={tab.value === value} onOpen={onChange} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached by Tab even if nothing in it is a control */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="pt-5">
        {children}
      </div>
    </>
  )
}

type TabButtonProps<V extends string> = { tab: Tab<V>; id: string; isOpen: boolean; onOpen: (value: V) => void }

function TabButton<V extends string>({ tab, id, isOpen, onOpen }: TabButtonProps<V>) {
  const Glyph = tab.icon
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-${tab.value}`}
      data-tab={tab.value}
      aria-selected={isOpen}
      aria-controls={`${id}-panel`}
      tabIndex={isOpen ? 0 : -1}
      disabled={tab.disabled}
      onClick={() => onOpen(tab.value)}
      className={classes(
        '-mb-px relative flex min-h-12 shrink-0 items-center gap-2 rounded-t-lg border-b-3 px-4 font-semibold transition-colors focus-visible:-outline-offset-2 disabled:opacity-50',
        isOpen ? 'border-brand text-brand-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {Glyph && <Glyph aria-hidden className="size-5" />}
      {/* On a phone, icons make room: only the open tab shows its words. */}
      <span className={classes(Glyph && !isOpen && 'max-sm:sr-only')}>{tab.label}</span>
      {tab.important && (
        <span className="size-2.5 rounded-full bg-accent">
          <span className="sr-only">{tab.important}</span>
        </span>
      )}
    </button>
  )
}
