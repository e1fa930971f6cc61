/** The parts of what is held about a person; each but the last is a file of their copy (docs/rules/privacy.md 1.1). */
export const personalAreas = [
  'account',
  'security',
  'lessons',
  'money',
  'teaching',
  'applying',
  'chats',
  'messages',
  'files',
  'staff',
] as const
export type PersonalArea = (typeof personalAreas)[number]
