import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { moveFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'

const PAUSE_MS = 300

type TutorSearchProps = { applied: string; onLookFor: (search: string) => void }

/** Searches after a pause in typing; going back in the browser restores the earlier text. */
export function TutorSearch({ applied, onLookFor }: TutorSearchProps) {
  const t = useMessages(tutors)
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, lookNow: searchNow } = useTypedSearch(applied, onLookFor)
  const clear = () => {
    searchNow('')
    moveFocus(input.current)
  }
  return (
    <search className="w-full sm:w-80">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          searchNow(typed)
        }}
      >
        <Input
          ref={input}
          type="search"
          icon={Search}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={t('list.searchLabel')}
          placeholder={t('list.searchHint')}
          className="[&_input::-webkit-search-cancel-button]:hidden"
          action={typed !== '' && <IconButton label={t('list.clearSearch')} icon={X} onClick={clear} />}
        />
      </form>
    </search>
  )
}

function useTypedSearch(applied: string, onLookFor: (search: string) => void) {
  const [typed, setTyped] = useState(applied)
  const [submitted, setSubmitted] = useState(applied)
  const [seen, setSeen] = useState(applied)
  // The address changed by going back: the input follows it.
  if (applied !== seen) {
    setSeen(applied)
    if (applied !== submitted) {
      setTyped(applied)
      setSubmitted(applied)
    }
  }
  const lookFor = useEffectEvent((word: string) => {
    if (word.trim() === submitted) return
    setSubmitted(word.trim())
    onLookFor(word.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => lookFor(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const lookNow = (word: string) => {
    setTyped(word)
    setSubmitted(word.trim())
    onLookFor(word.trim())
  }
  return { typed, setTyped, lookNow }
}
