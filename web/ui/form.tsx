import { zodResolver } from '@hookform/resolvers/zod'
import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { errors } from '#messages/errors'
import { form as words } from '#messages/form'
import { useMessages } from '../messages/messages.ts'
import { codeOf, codeText, errorText, textKeyOf } from '../platform/error-text.ts'
import { setErrorWords } from '../platform/error-words.ts'
import { refusedField } from '../platform/refused-field.ts'
import { Banner } from './banner.tsx'
import { Field, type FieldProps } from './field.tsx'
import { focusFirstField, focusFirstInvalid } from './focus-hooks.ts'
import { changesOf, type Texts, withoutSent } from './form-changes.ts'

/**
 * Used by every form except the login's: react-hook-form holds the input, a schema derived from the contract's validates
 * it, and the server's refusals are shown at the field that they concern. Schemas report error codes, whose texts are in
 * the error catalogue.
 */

// A form shows errors without a call to the server, so that their texts are there from the start.
setErrorWords(errors)

/** Thrown by `send` where the code alone does not tell the field, as in a form that has only one. */
export class FieldRefusal extends Error {
  readonly field: string
  readonly code: string
  constructor(field: string, code: string) {
    super(code)
    this.field = field
    this.code = code
  }
}

/** Sentences of one field's own: by an error's code or, for a check that has none, by its kind in zod (`too_small`). */
export type FieldTexts = Readonly<Record<string, string>>

/** What a group of fields needs of the form around it, which may have more fields. */
export type FormFields<Name extends string> = {
  /** The properties of the field's control. */
  control: (name: Name) => UseFormRegisterReturn
  /** The error text of the field. */
  error: (name: Name, texts?: FieldTexts | undefined) => string | undefined
}

export type FormHandle<Typed extends FieldValues> = FormFields<Path<Typed>> & {
  /** The current input of a field; the calling component re-renders when it changes. */
  watch: <Name extends Path<Typed>>(name: Name) => PathValue<Typed, Name>
  /** For controls that are no native fields: radios, stars, files. */
  set: <Name extends Path<Typed>>(name: Name, value: PathValue<Typed, Name>) => void
  hasChanges: boolean
  isSending: boolean
  /** The error of the last submission, if it concerns no field. */
  failure: unknown
  /** Its sentence. */
  problem: string | undefined
  submit: (event?: SyntheticEvent) => Promise<void>
  /** Shows a refusal that came outside of `send`; answers whether a field has it now. */
  refuse: (error: unknown) => boolean
  /** Changes whenever the focus belongs on the first wrong field. */
  attempt: number
}

type SendOptions<Typed extends FieldValues, Sent> = {
  resolver: Resolver<Typed, unknown, Sent>
  /** The initial values of the fields; undefined if nothing is chosen yet. */
  defaultValues: { [Name in keyof Typed]?: Typed[Name] | undefined }
  /** Sends the validated input; whatever it throws is shown as a refusal. */
  send: (sent: Sent, form: UseFormReturn<Typed, unknown, Sent>) => Promise<unknown>
}

function useSending<Typed extends FieldValues, Sent>(options: SendOptions<Typed, Sent>) {
  const { resolver, defaultValues, send } = options
  // The focus is moved by `Form`, which also finds fields that the library has no element of.
  const form = useHookForm<Typed, unknown, Sent>({
    resolver,
    defaultValues: defaultValues as DefaultValues<Typed>,
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isDirty, isSubmitted, submitCount } = form.formState
  const [failure, setFailure] = useState<unknown>(null)
  const [refusals, setRefusals] = useState(0)
  const isRunning = useRef(false)

  const refuse = (error: unknown): boolean => {
    const code = error instanceof FieldRefusal ? error.code : codeOf(error)
    const field = error instanceof FieldRefusal ? error.field : refusedField(code)
    const isAboutField = field !== undefined && field in form.getValues()
    if (isAboutField)
      form.setError(field as Path<Typed>, { message: error instanceof FieldRefusal ? code : textKeyOf(error) })
    else setFailure(error)
    setRefusals((times) => times + 1)
    return isAboutField
  }
  const submit = async (event?: SyntheticEvent): Promise<void> => {
    event?.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setFailure(null)
    try {
      await form.handleSubmit((sent) => send(sent, form).catch(refuse))()
    } finally {
      isRunning.current = false
    }
  }
  const handle: FormHandle<Typed> = {
    control: (name) => form.register(name),
    error: (name, texts = {}) => {
      const error = (errors as FieldErrors)[name]
      const code = String(error?.message)
      return error && (texts[code] ?? texts[String(error.type)] ?? codeText(code))
    },
    watch: (name) => form.watch(name),
    set: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
    hasChanges: isDirty,
    isSending: isSubmitting,
    failure,
    problem: failure === null ? undefined : errorText(failure),
    submit,
    refuse,
    attempt: submitCount + refusals,
  }
  const forgetFailure = () => setFailure(null)
  return { form, handle, forgetFailure }
}

type FormOptions<Typed extends FieldValues, Sent> = Omit<SendOptions<Typed, Sent>, 'resolver'> & {
  schema: z.ZodMiniType<Sent, Typed>
}

/** A form that is filled in and sent as a whole. */
export function useForm<Typed extends FieldValues, Sent>(options: FormOptions<Typed, Sent>): FormHandle<Typed> {
  const resolver = zodResolver(options.schema) as Resolver<Typed, unknown, Sent>
  return useSending({ ...options, resolver }).handle
}

/** A schema for every field, from its text to the value on the wire. */
type FieldSchemas = Readonly<Record<string, z.ZodMiniType<unknown, string>>>
type Saved<Fields> = { readonly [Name in keyof Fields]: string | number | null }
export type Changes<Fields extends FieldSchemas> = { [Name in keyof Fields]?: z.output<Fields[Name]> }

/** The field text of a saved value; empty without one. */
const textOfSaved = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const textsOf = (saved: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, textOfSaved(value)]))

type EditOptions<Fields extends FieldSchemas, Answer> = {
  fields: Fields
  saved: Saved<Fields>
  /** Validated even if unchanged; other fields may keep their saved value, even if the rules have changed since. */
  required?: readonly (keyof Fields & string)[]
  /** Receives only the fields that differ from the saved values; not called if none do. */
  save: (changes: Changes<Fields>) => Promise<Answer>
  /** The fields that keep their saved value for now, such as an address that has to be proven first. */
  unsavedIn?: (answer: Answer) => readonly (keyof Fields & string)[]
  /** The displayed values are saved, also when there was nothing to save. */
  onSaved?: () => unknown
}

export type EditHandle<Fields extends FieldSchemas> = FormHandle<Record<keyof Fields & string, string>> & {
  /** Puts back what is saved. */
  discard: () => void
}

/**
 * A form over saved values. When these change, in another tab or by a refetch, untouched fields follow, and only the
 * touched ones are sent.
 */
export function useEditForm<Fields extends FieldSchemas, Answer>(
  options: EditOptions<Fields, Answer>,
): EditHandle<Fields> {
  type Typed = Record<keyof Fields & string, string>
  const { fields, required = [], save, unsavedIn, onSaved } = options
  const saved = textsOf(options.saved)
  const baseline = useRef<Texts>(saved)

  const resolver: Resolver<Typed, unknown, Changes<Fields>> = (typed, context, resolverOptions) => {
    const judged = [...Object.keys(changesOf(baseline.current, typed)), ...required]
    const schema = z.object(Object.fromEntries(judged.map((name) => [name, fields[name]])) as FieldSchemas)
    const resolve = zodResolver(schema) as unknown as Resolver<Typed, unknown, Changes<Fields>>
    return resolve(typed, context, resolverOptions)
  }
  const { form, handle, forgetFailure } = useSending<Typed, Changes<Fields>>({
    resolver,
    defaultValues: saved as Typed,
    send: async (judged, { getValues }) => {
      const typed: Texts = getValues()
      const changed = Object.keys(changesOf(baseline.current, typed))
      if (changed.length > 0) {
        const sent = Object.fromEntries(changed.map((name) => [name, judged[name]]))
        const answer = await save(sent as Changes<Fields>)
        const unsaved = (unsavedIn?.(answer) ?? []).map((name) => [name, baseline.current[name] ?? ''])
        settle(typed, { ...textsOf(sent), ...Object.fromEntries(unsaved) })
      }
      await onSaved?.()
    },
  })

  /** Updates the values that the form compares with, without changing the user's input. */
  const rebase = (next: Texts, following: readonly string[], state: Parameters<typeof form.reset>[1]) => {
    baseline.current = next
    for (const name of following) form.setValue(name as Path<Typed>, next[name] as PathValue<Typed, Path<Typed>>)
    form.reset(next as Typed, { ...state, keepValues: true, keepFieldsRef: true })
  }
  /** Sets the fields to the schema's normalised form; input typed meanwhile is kept. */
  const settle = (typed: Texts, sent: Texts) => {
    const since = withoutSent(form.getValues() as Texts, typed)
    rebase(
      { ...baseline.current, ...sent },
      Object.keys(sent).filter((name) => !(name in since)),
      {},
    )
  }
  const isStill = !handle.isSending
  const followed = useRef(saved)
  const follow = useEffectEvent(() => {
    if (Object.keys(changesOf<Texts>(followed.current, saved)).length === 0) return
    followed.current = saved
    const typed = changesOf<Texts>(baseline.current, form.getValues() as Texts)
    const untouched = Object.keys(saved).filter((name) => !(name in typed))
    rebase(saved, untouched, { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true })
  })
  const fingerprint = JSON.stringify(saved)
  // Not while something is being sent: the library takes a reset for the end of the submission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fingerprint represents the saved values
  useEffect(() => {
    if (isStill) follow()
  }, [fingerprint, isStill])
  const discard = () => {
    form.reset(baseline.current as Typed, { keepFieldsRef: true })
    forgetFailure()
  }
  return { ...handle, discard }
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: Pick<FormHandle<FieldValues>, 'submit' | 'attempt'>
  /** Focuses the first field, because the previously focused element is gone. */
  takesFocus?: boolean
}

/** The element of a form: after a failed attempt the focus is on the first field that is wrong. */
export function Form({ form, takesFocus = false, ...rest }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => takesFocus && focusFirstField(element.current))
  useEffect(() => void begin(), [])
  const { attempt } = form
  useEffect(() => {
    if (attempt > 0) focusFirstInvalid(element.current)
  }, [attempt])
  return <form ref={element} noValidate onSubmit={(event) => void form.submit(event)} {...rest} />
}

export type FormFieldProps<Name extends string> = Omit<FieldProps, 'error' | 'children'> & {
  form: FormFields<Name>
  name: Name
  texts?: FieldTexts | undefined
  children: (control: UseFormRegisterReturn) => ReactNode
}

/**
 * A labelled field of a form with what is wrong with it; its child puts the control in, where none of `form-fields.tsx`
 * fits: `{(control) => <Input {...control} />}`.
 */
export function FormField<Name extends string>({ form, name, texts, children, ...rest }: FormFieldProps<Name>) {
  return (
    <Field {...rest} error={form.error(name, texts)}>
      {children(form.control(name))}
    </Field>
  )
}

/** A refusal of the whole form; announced immediately. */
export function FormProblem({ text }: { text: string | undefined }) {
  const t = useMessages(words)
  return (
    <div role="alert" className="empty:hidden">
      {text && (
        <Banner tone="danger" title={t('failed')}>
          {text}
        </Banner>
      )}
    </div>
  )
}
