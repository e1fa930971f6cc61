import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'

/** A pause in typing after which the search begins. */
const PAUSE_MS = 350

type SearchBoxProps = {
  label: string
  /** What is searched now; when it changes otherwise than by typing, the box follows. */
  value: string
  onSearch: (value: string) => void
  input: RefObject<HTMLInputElement | null>
}

export function SearchBox({ label, value, onSearch, input }: SearchBoxProps) {
  const t = useMessages(dataTable)
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== sent) {
    setSent(value)
    // While the user keeps typing, the result of earlier input must not overwrite it.
    if (value !== typed.trim()) setTyped(value)
  }
  const search = useEffectEvent((next: string) => {
    if (next === value) return
    setSent(next)
    onSearch(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      icon={Search}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && typed === '' && event.currentTarget.blur()}
      action={typed && <IconButton icon={X} label={t('search.clear')} onClick={() => setTyped('')} />}
      className="h-11! min-w-52 md:h-10! flex-1 md:max-w-80"
    />
  )
}
