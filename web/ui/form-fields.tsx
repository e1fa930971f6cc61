import type { ComponentType } from 'react'
import { FormField, type FormFieldProps } from './form.tsx'
import { Input, type InputProps } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

type OfField<Name extends string> = Omit<FormFieldProps<Name>, 'children'>
type NamedFieldProps<Name extends string, Control> = OfField<Name> & Omit<Control, keyof OfField<string>>

/** `usual` are properties of the control that a field may still replace. */
function namedField<ControlProps extends object>(Control: ComponentType<ControlProps>, usual?: Partial<ControlProps>) {
  return function NamedField<Name extends string>(props: NamedFieldProps<Name, ControlProps>) {
    const { form, name, texts, label, hint, required, optional, hideLabel, aside, className, ...rest } = props
    const field = { form, name, texts, label, hint, required, optional, hideLabel, aside, className }
    return (
      <FormField {...field}>
        {(wiring) => <Control {...wiring} {...usual} {...(rest as unknown as ControlProps)} />}
      </FormField>
    )
  }
}

/**
 * The fields of a form by name: `<TextField form={form} name="city" label={…} />`. The properties that are
 * not the field's own go to its control. For any other control use `FormField`.
 */
export const TextField = namedField(Input)
export const EmailField = namedField<InputProps>(Input, { type: 'email', inputMode: 'email', flow: 'ltr' })
export const NumberField = namedField<InputProps>(Input, { inputMode: 'numeric', flow: 'ltr' })
export const DateField = namedField<InputProps>(Input, { type: 'date', flow: 'ltr' })
export const PasswordField = namedField(PasswordInput)
export const TextareaField = namedField(Textarea)
export const SelectField = namedField(Select)
