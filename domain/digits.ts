const ZEROES = [0x0660, 0x06f0]

/** Arabic-Indic and Persian digits as Latin ones: every input accepts both (docs/rules/api.md 4.2). */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = ZEROES.findLast((first) => code >= first) ?? code
    return String(code - zero)
  })
