import { type FormEvent, useState } from 'react'
import { changesOf, type Edits, type Fields, withoutSent } from './edits.ts'
import { type Rules, useFaults } from './use-faults.ts'

type Options<T extends Fields> = {
  saved: T
  rules: Rules<T>
  /** Also looked at when they were not changed: a form that must be full before it lets one on. */
  required?: readonly (keyof T & string)[]
  save: (changes: Edits<T>) => Promise<unknown>
}

/** A form over saved values: what is changed, what is wrong with it, and sending it. */
export function useEdits<T extends Fields>({ saved, rules, required = [], save }: Options<T>) {
  const [edits, setEdits] = useState<Edits<T>>({})
  const [isSaving, setSaving] = useState(false)
  const { form, problem, among, check, refuse, forget, rest, clear } = useFaults(rules)
  const values: T = { ...saved, ...edits }
  const changes = changesOf(saved, edits)
  const hasChanges = Object.keys(changes).length > 0
  const looked = { ...Object.fromEntries(required.map((field) => [field, values[field]])), ...changes } as Edits<T>

  const set = (field: keyof T & string, value: string) => {
    setEdits((now) => ({ ...now, [field]: value }))
    forget(field)
  }
  /** Answers whether what is shown is saved now. */
  const send = async (): Promise<boolean> => {
    if (!check(looked)) return false
    if (!hasChanges) return true
    setSaving(true)
    try {
      await save(changes)
      setEdits((now) => withoutSent(now, changes))
      rest()
      return true
    } catch (error) {
      refuse(error, saved)
      return false
    } finally {
      setSaving(false)
    }
  }
  const bind = (field: keyof T & string) => ({
    name: field as string,
    value: values[field] as string,
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  })
  const discard = () => {
    setEdits({})
    clear()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void send()
  }
  return { form, values, faults: among(looked), problem, hasChanges, isSaving, bind, set, send, discard, onSubmit }
}
