const ADDRESSED = /\{gender, select, female \{[^{}]*\} other \{([^{}]*)\}\}/g

/** A sentence as it is said to somebody whose gender is not known, for what shows it without a translator. */
export const neutral = (sentence: string): string => sentence.replace(ADDRESSED, '$1')
