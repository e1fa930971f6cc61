import type { ReactNode } from 'react'
import { createStore, useStore } from '../platform/store.ts'

export type ToastType = 'success' | 'info' | 'warning' | 'error'
export type ToastId = string | number

export type ToastAction = {
  label: string
  /** Says to a screen reader how else the same is reached; the label unless given. An empty one is a fault, and logged. */
  altText?: string
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  loading?: boolean
  disabled?: boolean
  /** Answering true closes the toast. */
  onAction: () => unknown
}

export type Toast = {
  id: ToastId
  type: ToastType
  title: string
  description?: ReactNode
  actions?: readonly ToastAction[]
  /** Something of one's own below the text: a link, a progress. */
  custom?: ReactNode
  /** Milliseconds; `Infinity` stays until it is closed. */
  duration?: number
}

/** How long a notice stays (docs/rules/screens.md 2.2). */
export const TOAST_MS = 4000

/** `turn` counts what was said under one id: something new has its own time. */
export type OpenToast = Toast & { turn: number }

const open = createStore<readonly OpenToast[]>([])

const isOpen = (id: ToastId): boolean => open.get().some((toast) => toast.id === id)

function freeId(): ToastId {
  const id = Math.floor(Math.random() * 1000)
  return isOpen(id) ? freeId() : id
}

const inPlaceOf = (other: OpenToast, toast: Toast): OpenToast => ({
  ...toast,
  turn: other.title === toast.title ? other.turn : other.turn + 1,
})

/** Shows a notice. One with the id of an open one takes its place, so that a repeated fault is said once. */
export function showToast({ id = freeId(), ...rest }: Omit<Toast, 'id'> & { id?: ToastId }): ToastId {
  const toast = { id, ...rest }
  if (isOpen(id)) open.set(open.get().map((other) => (other.id === id ? inPlaceOf(other, toast) : other)))
  else open.set([...open.get(), { ...toast, turn: 0 }])
  return id
}

type Details = Partial<Omit<Toast, 'type' | 'title'>>
const shows =
  (type: ToastType) =>
  (title: string, details: Details = {}) =>
    showToast({ ...details, type, title })

/** `toast.success('اتحفظ')`, `toast.error('معرفناش نحجز', { description, id })`. */
export const toast = {
  success: shows('success'),
  info: shows('info'),
  warning: shows('warning'),
  error: shows('error'),
}

export const dismissToast = (id: ToastId): void => open.set(open.get().filter((other) => other.id !== id))

export const useToasts = (): readonly OpenToast[] => useStore(open)
