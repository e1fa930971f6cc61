import { useEffect, useEffectEvent } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { isKeyTaken } from '../../ui/data-table/row-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { moveFocus } from '../../ui/focus.ts'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter / o', 'openRow'],
  ['x', 'select'],
  ['/', 'search'],
  ['?', 'help'],
] as const

/** What the keys of a list do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(dataTable)
  return (
    <Dialog open onClose={onClose} title={t('keys.title')} size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd dir="ltr" className="rounded-md border border-strong bg-sunken px-2 py-1 text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** A slash goes to the search, a question mark shows the keys; by their place on the keyboard, whatever it types. */
export function useListKeys(search: { current: HTMLInputElement | null }, onHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'Slash' || isKeyTaken(event)) return
    event.preventDefault()
    if (event.shiftKey) onHelp()
    else moveFocus(search.current)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
