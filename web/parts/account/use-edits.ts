import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { errorText } from '../../lib/error-text.ts'
import { changesOf, type Edits, type Fields, withoutSent } from './edits.ts'

/** Answers the sentence that says what is wrong, null where nothing is. */
export type Rules<T extends Fields> = { readonly [K in keyof T]?: (value: string) => string | null }

/** Which field a refusal of the server speaks of. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'invalid-email': 'email',
  'invalid-email-address': 'email',
  'user-exists': 'email',
  'invalid-phone': 'phone',
  'invalid-user-name': 'name',
  'invalid-tutor-name': 'name',
  'short-user-name': 'name',
  'long-user-name': 'name',
  'old-user': 'birthYear',
  'young-user': 'birthYear',
  'empty-bio': 'bio',
  'short-bio': 'bio',
  'long-bio': 'bio',
  'invalid-bio': 'bio',
  'invalid-tutor-about': 'about',
  'short-tutor-about': 'about',
  'long-tutor-about': 'about',
  'invalid-notice': 'notice',
  'max-notice-exceeded': 'notice',
  'invalid-english-level': 'englishLevel',
}

type Faults<T extends Fields> = { [K in keyof T]?: string }
type Options<T extends Fields> = {
  saved: T
  rules: Rules<T>
  /** Also looked at when they were not changed: a form that must be full before it lets one on. */
  required?: readonly (keyof T & string)[]
  save: (changes: Edits<T>) => Promise<unknown>
}

const faultsIn = <T extends Fields>(fields: Edits<T>, rules: Rules<T>): Faults<T> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const fault = rules[field]?.(value as string) ?? null
      return fault === null ? [] : [[field, fault]]
    }),
  ) as Faults<T>

/** A form over saved values: what is changed, what is wrong with it, and sending it. */
export function useEdits<T extends Fields>({ saved, rules, required = [], save }: Options<T>) {
  const [edits, setEdits] = useState<Edits<T>>({})
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Faults<T>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { form, focusFault } = useFaultFocus()

  const values: T = { ...saved, ...edits }
  const changes = changesOf(saved, edits)
  const looked = { ...Object.fromEntries(required.map((field) => [field, values[field]])), ...changes } as Edits<T>
  const faults = isChecked ? { ...refused, ...faultsIn(looked, rules) } : refused

  const set = (field: keyof T & string, value: string) => {
    setEdits((now) => ({ ...now, [field]: value }))
    setRefused(({ [field]: _, ...others }) => others as Faults<T>)
  }
  const refuse = (error: unknown) => {
    const field = error instanceof CallError ? FIELD_OF[error.code] : undefined
    if (field !== undefined && field in saved) setRefused({ [field]: errorText(error) } as Faults<T>)
    else setProblem(errorText(error))
    focusFault()
  }
  /** Answers whether what is shown is saved now. */
  const send = async (): Promise<boolean> => {
    setChecked(true)
    setProblem(null)
    if (Object.keys(faultsIn(looked, rules)).length > 0) {
      focusFault()
      return false
    }
    if (Object.keys(changes).length === 0) return true
    setSaving(true)
    try {
      await save(changes)
      setEdits((now) => withoutSent(now, changes))
      setChecked(false)
      return true
    } catch (error) {
      refuse(error)
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
  const hasChanges = Object.keys(changes).length > 0
  const discard = () => {
    setEdits({})
    setRefused({})
    setProblem(null)
    setChecked(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void send()
  }
  return { form, values, faults, problem, hasChanges, isSaving, bind, set, send, discard, onSubmit }
}

/** The first field that is wrong gets the focus, once it is marked. */
function useFaultFocus() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [asked])
  return { form, focusFault: () => setAsked((times) => times + 1) }
}
