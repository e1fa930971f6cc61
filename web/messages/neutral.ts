const ADDRESSED = /\{gender, select, female \{[^{}]*\} other \{([^{}]*)\}\}/g

/** The message for a reader of unknown gender, for code that shows it without a translator. */
export const neutral = (sentence: string): string => sentence.replace(ADDRESSED, '$1')
