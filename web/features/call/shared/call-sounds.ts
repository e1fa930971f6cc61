import { createPersistedStore } from '../../../platform/store.ts'

/** Whether a call plays quiet sounds for who comes and goes and for a new message; on until it is switched off on this device. */
export const callSounds = createPersistedStore<boolean>('hessa.call-sounds', {
  read: (stored) => stored !== 'off',
  write: (isOn) => (isOn ? null : 'off'),
})
