import { useState } from 'react'
import { createMediaQueryStore, createPersistedStore, useStore } from '../../platform/store.ts'

/** `cover` fills the place and crops the edges, `whole` shows all of the picture. */
export type PictureFit = 'cover' | 'whole'

/** The size of a picture or of the place for it, in any one unit. */
type Size = { width: number; height: number }

/**
 * The default fit. A picture covers its area, except a portrait picture in a landscape area: only a strip of a phone's
 * camera would be visible on a desktop.
 */
export function defaultFit(picture: Size | null, isPlaceUpright: boolean): PictureFit {
  const isPictureUpright = picture !== null && picture.height > picture.width
  return isPictureUpright && !isPlaceUpright ? 'whole' : 'cover'
}

const FITS: readonly PictureFit[] = ['cover', 'whole']

/** What was chosen on this device; null until something is. */
const chosenFit = createPersistedStore<PictureFit | null>('hessa.call-picture', {
  read: (stored) => FITS.find((fit) => fit === stored) ?? null,
  write: (fit) => fit,
})

const upright = createMediaQueryStore('(orientation: portrait)')

/** How the other member's picture is shown, how to change it, and where its size is reported. */
export function usePictureFit() {
  const [size, setSize] = useState<Size | null>(null)
  const isUpright = useStore(upright)
  const fit = useStore(chosenFit) ?? defaultFit(size, isUpright)
  return { fit, onSize: setSize, toggle: () => chosenFit.set(fit === 'cover' ? 'whole' : 'cover') }
}

export type UsePictureFit = ReturnType<typeof usePictureFit>
