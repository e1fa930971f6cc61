/**
 * The newest log lines, in memory only, for the report that a user sends to support. Never log tokens, passwords, codes,
 * card data or message texts, because the report would contain them.
 */
const MAX_LINES = 400
const lines: string[] = []

type Level = 'info' | 'warning' | 'error'

const textOf = (detail: unknown): string => {
  if (detail instanceof Error) return detail.stack ?? `${detail.name}: ${detail.message}`
  return typeof detail === 'string' ? detail : (JSON.stringify(detail) ?? String(detail))
}

function write(level: Level, message: string, detail?: unknown): void {
  const stamp = new Date().toISOString()
  lines.push(`${stamp} ${level} ${message}${detail === undefined ? '' : ` ${textOf(detail)}`}`)
  if (lines.length > MAX_LINES) lines.splice(0, lines.length - MAX_LINES)
}

export const log = {
  info: (message: string, detail?: unknown) => write('info', message, detail),
  warning: (message: string, detail?: unknown) => write('warning', message, detail),
  error: (message: string, detail?: unknown) => write('error', message, detail),
}

/** Logs uncaught errors; the entry of each app calls this once. */
export function logUncaught(): void {
  window.addEventListener('error', (event) => log.error('uncaught', event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => log.error('unhandled rejection', event.reason))
  window.addEventListener('vite:preloadError', (event) => log.error('a module did not load', event.payload))
}

/** The maximum that a report accepts; older lines are dropped. */
const MAX_CHARACTERS = 250_000

/** The server refuses a text with control characters other than newline and tab. */
const withoutControls = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (one) => (one === '\n' || one === '\t' ? one : ' '))

/** The log as a text, headed by the time, the page's address and the browser. */
export function logText(): string {
  const head = [
    `time: ${new Date().toISOString()}`,
    `address: ${window.location.href}`,
    `browser: ${navigator.userAgent}`,
    `languages: ${navigator.languages.join(', ')}`,
    `screen: ${window.innerWidth}×${window.innerHeight} @${window.devicePixelRatio}`,
    `online: ${navigator.onLine}`,
  ]
  return withoutControls([...head, '', lines.join('\n').slice(-MAX_CHARACTERS)].join('\n'))
}

/** A log text as a file to attach to a report. */
export const logFile = (text: string = logText()): File => new File([text], 'hessa-log.txt', { type: 'text/plain' })

/** Downloads the log to the user's device. */
export function exportLog(): void {
  const file = logFile()
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  URL.revokeObjectURL(url)
}
