import { createContext, useContext } from 'react'

export type FieldControl = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldControl | null>(null)

type Own = { id?: string | undefined; 'aria-describedby'?: string | undefined; 'aria-invalid'?: unknown }

/** The attributes that connect a control with its field's label, hint and error. The control's own take precedence. */
export function useFieldControl(own: Own) {
  const field = useContext(FieldContext)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] === true || field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
