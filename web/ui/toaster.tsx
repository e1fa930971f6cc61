import { lazy, Suspense, useRef } from 'react'
import { type ToastPlacement, useToasts } from './toasts.ts'

const ToastViewport = lazy(() => import('./toast-viewport.tsx').then((module) => ({ default: module.ToastViewport })))

/**
 * Where notices appear: at the inline end, at the top or the bottom. One for each app; its code loads with the first
 * notice.
 */
export function Toaster({ placement = 'top' }: { placement?: ToastPlacement }) {
  const hasSome = useToasts().length > 0
  const hadSome = useRef(false)
  // Stays mounted afterwards: the last notice leaves with an animation.
  if (hasSome) hadSome.current = true
  if (!hadSome.current) return null
  return (
    <Suspense>
      <ToastViewport placement={placement} />
    </Suspense>
  )
}
