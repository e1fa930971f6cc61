/** As much of a log as is shown, in characters; what happened last is at its end. */
const SHOWN = 200_000

/** Terminal colours, then control characters but for tab and line break, then those that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNREADABLE = /\u001b\[[0-9;]*m|[\u0000-\u0008\u000b-\u001f\u007f]|[\u202a-\u202e\u2066-\u2069]/g

/** The end of a log without what would make its text look like something else. */
export const readableLog = (text: string): string => text.slice(-SHOWN).replace(UNREADABLE, '')
