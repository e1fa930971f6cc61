type Key = { key: string }

const isRtl = (): boolean => document.documentElement.dir === 'rtl'

/** How many places a key goes forward in reading order: in Arabic the left arrow is one ahead. 0 for other keys. */
export function inlineStep({ key }: Key): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowLeft') === isRtl() ? 1 : -1
}

/** Where an arrow, Home or End leads in a row of `count`, going round at its ends; -1 for other keys. */
export function stepByKey(event: Key, at: number, count: number): number {
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  const step = inlineStep(event)
  return step === 0 || count === 0 ? -1 : (at + step + count) % count
}
