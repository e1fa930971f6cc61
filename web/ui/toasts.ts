import type { ReactNode } from 'react'
import { createStore, useStore } from '../platform/store.ts'

export type ToastType = 'success' | 'info' | 'warning' | 'error'
export type ToastId = string | number

export type ToastAction = {
  label: string
  /** For screen readers: how to do the same elsewhere. Defaults to the label. */
  altText?: string
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  loading?: boolean
  disabled?: boolean
  /** Returning true closes the toast. */
  onAction: () => unknown
}

export type Toast = {
  id: ToastId
  type: ToastType
  title: string
  description?: ReactNode
  actions?: readonly ToastAction[]
  /** Further content below the text: a link, a progress bar. */
  custom?: ReactNode
  /** In milliseconds; with `Infinity` it stays until it is closed. */
  duration?: number
}

/** How long a notice is shown, in milliseconds (docs/rules/screens.md 2.2). */
export const TOAST_MS = 4000

/** How long a notice stays from which something can be undone, in milliseconds. */
export const UNDO_MS = 10_000

/** `revision` grows when a toast with the same id gets another title: its timer starts again. */
export type OpenToast = Toast & { revision: number }

const open = createStore<readonly OpenToast[]>([])

const isOpen = (id: ToastId): boolean => open.get().some((toast) => toast.id === id)

function freeId(): ToastId {
  const id = Math.floor(Math.random() * 1000)
  return isOpen(id) ? freeId() : id
}

const replaced = (other: OpenToast, toast: Toast): OpenToast => ({
  ...toast,
  revision: other.title === toast.title ? other.revision : other.revision + 1,
})

/** Shows a notice. It replaces an open one with the same id, so that a repeated error is shown once. */
export function showToast({ id = freeId(), ...rest }: Omit<Toast, 'id'> & { id?: ToastId }): ToastId {
  const toast = { id, ...rest }
  if (isOpen(id)) open.set(open.get().map((other) => (other.id === id ? replaced(other, toast) : other)))
  else open.set([...open.get(), { ...toast, revision: 0 }])
  return id
}

type Details = Partial<Omit<Toast, 'type' | 'title'>>
const shower =
  (type: ToastType) =>
  (title: string, details: Details = {}) =>
    showToast({ ...details, type, title })

/** `toast.success('اتحفظ')`, `toast.error('معرفناش نحجز', { description, id })`. */
export const toast = {
  success: shower('success'),
  info: shower('info'),
  warning: shower('warning'),
  error: shower('error'),
}

export const dismissToast = (id: ToastId): void => open.set(open.get().filter((other) => other.id !== id))

export const useToasts = (): readonly OpenToast[] => useStore(open)
