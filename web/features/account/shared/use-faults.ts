import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api.ts'
import { errorText } from '../../../platform/error-text.ts'
import type { Edits, Fields } from './edits.ts'

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
const faultsIn = <T extends Fields>(fields: Edits<T>, rules: Rules<T>): Faults<T> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const fault = rules[field]?.(value as string) ?? null
      return fault === null ? [] : [[field, fault]]
    }),
  ) as Faults<T>

/** What is wrong with a form: by the rules once it was checked, and by the server's word until the field is changed. */
export function useFaults<T extends Fields>(rules: Rules<T>) {
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Faults<T>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const { form, focusFault } = useFaultFocus()
  /** Answers whether all is well by the rules. */
  const check = (fields: Edits<T>): boolean => {
    setChecked(true)
    setProblem(null)
    const isFine = Object.keys(faultsIn(fields, rules)).length === 0
    if (!isFine) focusFault()
    return isFine
  }
  const refuse = (error: unknown, saved: T): void => {
    const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined
    if (field !== undefined && field in saved) setRefused({ [field]: errorText(error) } as Faults<T>)
    else setProblem(errorText(error))
    focusFault()
  }
  const forget = (field: keyof T & string) => setRefused(({ [field]: _, ...others }) => others as Faults<T>)
  const rest = () => setChecked(false)
  const clear = () => {
    setRefused({})
    setProblem(null)
    rest()
  }
  const among = (fields: Edits<T>): Faults<T> => (isChecked ? { ...refused, ...faultsIn(fields, rules) } : refused)
  return { form, problem, among, check, refuse, forget, rest, clear }
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
