import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Icon } from './icon.ts'

export type Tab<V extends string> = {
  value: V
  label: ReactNode
  icon?: Icon
  /** Marks the tab with a dot; the text is for screen readers. */
  important?: string
  disabled?: boolean
}

export type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  /** Without the list only the content is shown, in the same place of the tree: its state survives the change. */
  isListShown?: boolean
  /** Screens keep it in `?tab=`. */
  onChange: (value: V) => void
  /** The content of the selected tab. */
  children: ReactNode
}

/**
 * On a phone this many tabs have room for their labels, without icons; if there are more, only the selected one shows its
 * label.
 */
const MOST_NAMED = 3

/** No tab names the content. */
const ALONE = { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined } as const

/** Sections of a screen, one at a time. Arrow keys follow the reading direction and select the tab that they reach. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, isListShown = true, onChange, children } = props
  const { onKeyDown, onFocus } = useOpeningByKeys()
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} className="flex min-w-0 flex-col gap-5">
      {isListShown && (
        <Radix.List
          aria-label={label}
          onKeyDown={onKeyDown}
          className="no-scrollbar -mx-1 flex gap-1 overflow-x-auto border-line border-b px-1 lg:flex-wrap"
        >
          {tabs.map((tab) => (
            <TabButton
              key={tab.value}
              tab={tab}
              isOpen={tab.value === value}
              areFew={tabs.length <= MOST_NAMED}
              onFocus={onFocus}
            />
          ))}
        </Radix.List>
      )}
      <Radix.Content value={value} {...(isListShown ? {} : ALONE)}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

const WALKING_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']

/**
 * Radix selects every tab that gets the focus. Here only a tab reached by a key is selected: a dialog that asks about
 * unsaved changes returns the focus to the pressed tab, which must not trigger the question again.
 */
function useOpeningByKeys() {
  const isWalking = useRef(false)
  return {
    onKeyDown: ({ key }: KeyboardEvent) => {
      isWalking.current = WALKING_KEYS.includes(key)
    },
    onFocus: (event: FocusEvent) => {
      if (!isWalking.current) event.preventDefault()
      isWalking.current = false
    },
  }
}

/**
 * Tabs beyond the edge of a phone are reached by swiping; the selected one is scrolled into view without moving the page.
 */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!list) return
  const [own, seen] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  if (own.left < seen.left) list.scrollLeft += own.left - seen.left
  if (own.right > seen.right) list.scrollLeft += own.right - seen.right
}

type TabButtonProps<V extends string> = {
  tab: Tab<V>
  isOpen: boolean
  areFew: boolean
  onFocus: (event: FocusEvent) => void
}

function TabButton<V extends string>({ tab, isOpen, areFew, onFocus }: TabButtonProps<V>) {
  const Glyph = tab.icon
  return (
    <Radix.Trigger
      ref={isOpen ? bringIntoView : null}
      value={tab.value}
      disabled={tab.disabled}
      onFocus={onFocus}
      className={clsx(
        '-mb-px relative flex min-h-12 shrink-0 items-center gap-2 rounded-t-lg border-b-3 px-3 font-semibold sm:px-4 transition-colors focus-visible:-outline-offset-2 disabled:opacity-50',
        isOpen ? 'border-brand text-brand-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {Glyph && <Glyph aria-hidden className={clsx('size-5', areFew && 'max-sm:hidden')} />}
      <span className={clsx(Glyph && !isOpen && !areFew && 'max-sm:sr-only')}>{tab.label}</span>
      {tab.important && (
        <span className="size-2.5 rounded-full bg-accent">
          <span className="sr-only">{tab.important}</span>
        </span>
      )}
    </Radix.Trigger>
  )
}
