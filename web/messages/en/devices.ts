import type { devices as ar } from '../ar/devices.ts'
import type { Wording } from '../messages.ts'

export const devices = {
  title: 'Devices',
  text: 'Every browser or phone logged in to your account. Don’t recognise one? Log it out and change your password.',
  loading: 'Loading devices',
  onSystem: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  unknownPlace: 'Unknown place',
  place: '{city}, {country}',
  current: 'This device',
  signedIn: 'Logged in {moment}',
  lastUsed: 'Last used {moment}',
  end: 'Log out',
  endOf: 'Log out, {device}',
  endTitle: 'Log out this device?',
  endText: '{device} will have to log in again.',
  keep: 'Keep it',
  ended: 'The device is logged out',
  endFailed: 'The device wasn’t logged out',
  endOthers: 'Log out of all other devices',
  othersTitle: 'Log out of all other devices?',
  othersText: 'Any other browser or phone on your account will have to log in again. This device stays logged in.',
  keepOthers: 'Keep them',
  othersEnded: 'Only this device is logged in now',
  othersFailed: 'The other devices weren’t logged out',
} as const satisfies Wording<typeof ar>
